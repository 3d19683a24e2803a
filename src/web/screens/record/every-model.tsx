import { TriangleAlert } from 'lucide-react';
import type { ModelRecordFigures, RatedFigures } from '#contract/record/record.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { edgeVerdict, IntervalBar, verdictTone } from '#web/record/interval-bar.tsx';
import { usePayout } from '#web/theme/site-settings.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { FiguresOfPeriod } from './figures-of-period.tsx';

/** All models; at the top are those that are surest to be above the others. */
export default function EveryModel() {
  const { t, f } = usePhrases();
  const breakEven = getBreakEven(usePayout());
  return (
    <FiguresOfPeriod name="models-period">
      {({ models, states, practice }) => (
        <>
          <ol className="lb tabular-nums">
            {models.toSorted(bySurest).map(({ model, signals, inTurn }) => (
              <li
                key={model}
                className="grid grid-cols-[220px_repeat(2,minmax(0,1fr))] gap-x-8.5 gap-y-2 items-center py-3.5 border-b border-line phone:grid-cols-1"
              >
                <span className="flex items-center gap-3 text-ink-1 font-[560]">
                  <ModelFlag model={model} size="s" />
                  {aiModelName(model)}
                  {states.some((one) => one.model === model && one.flag) && (
                    <TriangleAlert className="ic text-warn" aria-label={t('record.models.flagged')} />
                  )}
                </span>
                <Rate name={t('record.models.signals')} rated={signals} breakEven={breakEven} />
                <Rate name={t('record.models.inTurn')} rated={inTurn} breakEven={breakEven} />
              </li>
            ))}
          </ol>
          <p className="text-13 text-ink-3">
            {t('record.models.note', { breakEven: f.percent(breakEven, 1) })}{' '}
            {practice.total > 0 && t('record.models.practice', { number: f.count(practice.total) })}
          </p>
        </>
      )}
    </FiguresOfPeriod>
  );
}

const surest = ({ signals, inTurn }: ModelRecordFigures): number => signals.low ?? (inTurn.low ?? 0) / 10;
const bySurest = (a: ModelRecordFigures, b: ModelRecordFigures): number =>
  surest(b) - surest(a) || b.signals.total - a.signals.total;

/** Ends of the axis of every interval, shares of 1. */
const [min, max] = [0.35, 0.75];
const toPercent = (share: number): number => (100 * (Math.min(max, Math.max(min, share)) - min)) / (max - min);

interface RateProps {
  readonly name: string;
  readonly rated: RatedFigures;
  readonly breakEven: number;
}

/** A win rate against break-even, as a line and in words; otherwise how few outcomes there are. */
function Rate({ name, rated: { winRate, low, high, successful, unsuccessful }, breakEven }: RateProps) {
  const { t, f } = usePhrases();
  const number = f.count(successful + unsuccessful);
  const interval = low === null || high === null ? null : { low, high };
  const verdict = interval && edgeVerdict(interval, breakEven);
  return (
    <span className="grid gap-0.5 text-[length:var(--fs-14)] [&>svg]:w-full [&>svg]:h-5">
      <small className="text-[length:var(--fs-13)] text-ink-3">{t('record.models.of', { name, number })}</small>
      <IntervalBar {...{ interval, winRate, breakEven }} x={toPercent} />
      {interval && winRate !== null && verdict ? (
        <span>
          <b className="text-ink-1">{f.percent(winRate, 1)}</b> {f.range(interval.low, interval.high)},{' '}
          <span className={verdictTone[verdict]}>{t(`record.models.${verdict}`)}</span>
        </span>
      ) : (
        <span className="text-ink-3">{t('record.models.few')}</span>
      )}
    </span>
  );
}
