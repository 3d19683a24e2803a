import { Repeat2 } from 'lucide-react';
import type { Ref } from 'react';
import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { chaseStake } from './chase-odds.ts';
import { type ChaseOffer, chaseRoot } from './chase-offer.ts';
import { savedFirstStake } from './first-stake.tsx';

interface ChaseButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly offer: ChaseOffer;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/**
 * Below the primary button, never instead of it; shows the reason when a loss can no longer be
 * chased.
 */
export function ChaseButton({ ref, offer, isOpen, onToggle }: ChaseButtonProps) {
  const { t } = usePhrases();
  if (offer.kind === 'none') return null;
  if (offer.kind !== 'open') return <p className="text-13 text-ink-3 text-center">{t(`chase.${offer.kind}`)}</p>;
  return (
    <Button
      ref={ref}
      look="s block"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'chase' : undefined}
      onClick={onToggle}
      icon={Repeat2}
      text={t('chase.button')}
    />
  );
}

interface MartingaleNoteProps {
  readonly signal: Signal;
  readonly signals: readonly Signal[];
  readonly balance: number | null;
  readonly offer: Extract<ChaseOffer, { kind: 'open' }>;
}

/** Under the offer of a chase: the stakes that it takes, and how often all of them are lost. */
export function MartingaleNote({ signal, signals, balance, offer: { lostStakes, stepsLeft } }: MartingaleNoteProps) {
  const { t, f } = usePhrases();
  const first = savedFirstStake(chaseRoot(signal, signals), balance);
  const steps = Array.from({ length: stepsLeft }, (_, index) => lostStakes + index + 1);
  const allLost = (1 - signal.passability / 100) ** steps.length;
  return (
    <p className="text-13 text-ink-3">
      {t('chase.note', {
        stakes: steps.map((step) => f.usd(chaseStake(first, step))).join(', '),
        n: Math.round(100 * allLost),
      })}
    </p>
  );
}
