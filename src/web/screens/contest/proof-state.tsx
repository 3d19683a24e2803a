import { Check, Hourglass, X } from 'lucide-react';
import type { ProofStatus } from '#domain/contest/contest-status.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

const icons = { pending: Hourglass, approved: Check, refused: X };

/** Review status of a submitted screenshot. */
export function ProofState({ status }: { status: ProofStatus }) {
  const { t } = usePhrases();
  const Icon = icons[status];
  return (
    <span className={status === 'approved' ? 'chip win' : 'chip'}>
      <Icon className="ic" aria-hidden="true" />
      {t(`contest.proofs.${status}`)}
    </span>
  );
}
