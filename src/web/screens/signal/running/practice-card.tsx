import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { PracticeChip } from '#web/ui/practice-chip.tsx';

/** In place of the entry: why this forecast is not worth a stake. Offers neither broker nor stake. */
export function PracticeCard({ signal: { passability, analytics } }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const isBelow = passability <= 100 * analytics.breakEven;
  const figures = { percent: f.percent(passability / 100, 1), breakEven: f.percent(analytics.breakEven, 1) };
  return (
    <section className="card p-card flex flex-col gap-3 phone:-order-2" aria-labelledby="practice-title">
      <h2 id="practice-title">
        <PracticeChip />
      </h2>
      <p className="text-14">{t(isBelow ? 'signal.none.taken.below' : 'signal.none.taken.above', figures)}</p>
      <p className="text-13 text-ink-3">{t('signal.none.taken.watch')}</p>
    </section>
  );
}
