import type { DayRecap } from '#contract/record-views.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { OutcomeCounts } from './outcome-counts.tsx';

/** All models together. */
export function DayTotals(totals: Pick<DayRecap, 'signals' | 'shadow'>) {
  const { t } = usePhrases();
  return (
    <section className="card" aria-labelledby="totals-title">
      <div className="card-h">
        <h2 id="totals-title" className="h3">
          {t('recap.totals')}
        </h2>
      </div>
      <div className="grid grid-cols-2 phone:grid-cols-1 gap-gutter p-card">
        {(['signals', 'shadow'] as const).map((source) => (
          <div key={source} className="flex flex-col gap-3">
            <h3 className="text-14 text-ink-2">{t(`recap.${source}`)}</h3>
            <OutcomeCounts counts={totals[source]} />
          </div>
        ))}
      </div>
    </section>
  );
}
