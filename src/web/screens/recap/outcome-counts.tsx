import type { DayRecap } from '#contract/record/views.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { outcomeStyle } from '#web/ui/outcome-style.ts';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';

const shown = ['successful', 'unsuccessful', 'neutral', 'void'] as const;

/** Wins, losses, ties and void forecasts, all in the same size. */
export function OutcomeCounts({ counts }: { counts: DayRecap['signals'] }) {
  const { t, f } = usePhrases();
  return (
    <dl className="grid grid-cols-4 phone:grid-cols-2 gap-3 tabular-nums">
      {shown.map((outcome) => (
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
