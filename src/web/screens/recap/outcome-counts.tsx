import type { DayRecap } from '#contract/record/views.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';

type Counts = DayRecap['signals'];

const settled = ['successful', 'unsuccessful', 'neutral'] as const;

export const isStated = (counts: Counts): boolean => counts.total > 0 || counts.void > 0;

/** Wins, losses, ties and, where there are any, void forecasts, all in the same size. */
export function OutcomeCounts({ counts }: { counts: Counts }) {
  const { t, f } = usePhrases();
  if (!isStated(counts)) return <p className="text-13 text-ink-3">{t('recap.none')}</p>;
  return (
    <dl className="grid grid-cols-4 phone:grid-cols-3 gap-3 tabular-nums">
      {(counts.void > 0 ? [...settled, 'void' as const] : settled).map((outcome) => (
        <div key={outcome}>
          <dt className="text-13 text-ink-3">{t(`recap.${outcome}`)}</dt>
          <dd className={`flex items-center gap-2 text-ink-1 ${outcomeStyle[outcome]}`}>
            <OutcomeMark shape={outcomeStyle[outcome]} />
            <b>{f.count(counts[outcome])}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
