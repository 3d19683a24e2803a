import type { Signal } from '#contract/signals.ts';
import { maxChase } from '#domain/signals/limits.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { chaseRoot, chaseStep } from './chase-offer.ts';
import { chaseStake } from './chase-odds.ts';
import { savedFirstStake } from './first-stake.tsx';

interface MartingaleNoteProps {
  readonly signal: Signal;
  readonly signals: readonly Signal[];
  readonly balance: number | null;
}

/** Under the offer of a chase: the stakes that it takes, and how often all of them are lost. */
export function MartingaleNote({ signal, signals, balance }: MartingaleNoteProps) {
  const { t, f } = usePhrases();
  const first = savedFirstStake(chaseRoot(signal, signals), balance);
  const lostSteps = chaseStep(signal, signals);
  const steps = Array.from({ length: maxChase + 1 - lostSteps }, (_, index) => lostSteps + index + 1);
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
