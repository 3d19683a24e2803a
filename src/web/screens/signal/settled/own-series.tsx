import type { Signal } from '#contract/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { tallyText } from '../tally-text.ts';

const maxPoints = 40;

/** The user's last signals of this model, or its practice, as beads of equal size, the current one ringed. */
export function OwnSeries({ signal, signals }: { signal: Signal; signals: readonly Signal[] }) {
  const { t } = usePhrases();
  const series = signals
    .filter(({ aiModel, hasEdge }) => aiModel === signal.aiModel && hasEdge === signal.hasEdge)
    .filter(({ status }) => status === 'settled')
    .slice(0, maxPoints)
    .toReversed();
  if (series.length < 2) return null;
  return (
    <section className="card p-card flex flex-col gap-4">
      <div className="flex items-center justify-between flex-wrap gap-x-4 gap-y-1">
        <h2 className="h3">
          {t(signal.hasEdge ? 'signal.result.series' : 'signal.result.practiceSeries', {
            n: series.length,
            model: aiModelName(signal.aiModel),
          })}
        </h2>
        <span className="text-14 text-ink-3">{tallyText(series, t)}</span>
      </div>
      <div className="series" aria-hidden="true">
        {series.map(({ id, result }) => (
          <OutcomeMark key={id} shape={outcomeStyle[result ?? 'void']} className={id === signal.id ? 'me' : ''} />
        ))}
      </div>
    </section>
  );
}
