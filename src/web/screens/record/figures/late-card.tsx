import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { recordPaths } from '#contract/paths.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { type EntryDelay, type LateDelay, lateDelays } from '#domain/signals/late-entry.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { publicQuery } from '#web/api/queries.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { IntervalBar } from '#web/record/interval-bar.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { IntervalAxis } from './interval-axis.tsx';
import { intervalScale, type IntervalScale } from './interval-scale.ts';
import { ModelSelect } from '../model-select.tsx';
import { type Standing, rankModels } from './standing.ts';
import { type RecordSource, type RecordView, type ShownRecord, toQuery } from '../use-record-address.ts';
import { Waiting } from '../waiting.tsx';

interface LateCardProps {
  /** Null: loading. */
  readonly models: readonly ModelFigures[] | null;
  readonly payout: number;
  readonly view: ShownRecord;
  readonly onChange: (change: Partial<RecordView>) => void;
}

/** The win rate of a model by how late the entry is. */
export function LateCard({ models, payout, view, onChange }: LateCardProps) {
  const { t } = usePhrases();
  const late = useLateFigures(view);
  const failed = lateDelays.map((delay) => late[delay]).filter(({ error }) => error !== null);
  const standings = models && rankModels(models, view.source);
  const chosen = view.model ?? (standings && findLargest(standings));
  const rows: readonly DelayRow[] = [
    { delay: 0, standing: standingAt(models, view.source, chosen) },
    ...lateDelays.map((delay) => ({ delay, standing: standingAt(late[delay].data ?? null, view.source, chosen) })),
  ];
  const isLoaded = rows.every(({ standing }) => standing !== null);
  const breakEven = getBreakEven(payout);
  const scale = intervalScale(
    rows.flatMap(({ standing }) => standing ?? []),
    breakEven,
  );
  return (
    <Card title={t('recordCheck.late.title')} titleId="late-title">
      {standings && (
        <div className="rec-tools">
          <ModelSelect
            models={standings.map(({ aiModel }) => aiModel)}
            chosen={chosen}
            onChoose={(model) => onChange({ model })}
          />
        </div>
      )}
      <p className="text-14 rec-said">{t('recordCheck.late.text')}</p>
      {failed.length > 0 && (
        <LoadError title={t('record.failed')} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
      )}
      {!isLoaded && failed.length === 0 && <Waiting />}
      {isLoaded && (
        <>
          <IntervalAxis label={t('recordCheck.late.entry')} scale={scale} breakEven={breakEven} />
          <ol className="lb tabular-nums">
            {rows.map((row) => (
              <Row key={row.delay} {...row} {...{ scale, breakEven }} source={view.source} />
            ))}
          </ol>
        </>
      )}
    </Card>
  );
}

interface DelayRow {
  readonly delay: EntryDelay;
  /** Null: loading. */
  readonly standing: Figures | null;
}

type Figures = Pick<Standing, 'total' | 'winRate' | 'interval'>;

const noFigures: Figures = { total: 0, winRate: null, interval: null };

const findLargest = (standings: readonly Standing[]): AiModelKey | null =>
  standings.toSorted((a, b) => b.total - a.total)[0]?.aiModel ?? null;

const standingAt = (models: readonly ModelFigures[] | null, source: RecordSource, model: AiModelKey | null) =>
  models && (rankModels(models, source).find(({ aiModel }) => aiModel === model) ?? noFigures);

interface RowProps extends DelayRow {
  readonly scale: IntervalScale;
  readonly breakEven: number;
  readonly source: RecordSource;
}

function Row({ delay, standing, scale, breakEven, source }: RowProps) {
  const { t, f } = usePhrases();
  const { total, winRate, interval } = standing ?? noFigures;
  const unit = source === 'people' ? 'record.models.signals' : 'record.models.forecasts';
  return (
    <li>
      <span className="nm">
        {delay === 0 ? t('recordCheck.late.atOnce') : t('recordCheck.late.after', { seconds: delay })}
      </span>
      <span className="n">
        {f.count(total)}
        <span className="unit"> {t(unit, { count: total })}</span>
      </span>
      {interval && winRate !== null ? (
        <>
          <IntervalBar {...{ interval, winRate, breakEven }} x={scale.x} />
          <span className="wr">
            {f.percent(winRate, 1)}
            <small>{f.range(interval.low, interval.high)}</small>
          </span>
        </>
      ) : (
        <span className="few text-14 text-ink-3">
          <Missing total={total} />
        </span>
      )}
    </li>
  );
}

/** What is still missing before a rate is shown. */
function Missing({ total }: { total: number }) {
  const { t, f } = usePhrases();
  const missing = minOutcomesForRate - total;
  return missing > 0
    ? t('recordCheck.late.missing', { count: missing, number: f.count(missing) })
    : t('recordCheck.late.hours', { hours: minHoursForRate });
}

type Range = { readonly payout: number | null; readonly days: number | null };

/** The figures of all models for entries at each delay. */
const useLateFigures = (range: Range): Readonly<Record<LateDelay, UseQueryResult<ModelFigures[]>>> => ({
  5: useFiguresAt(5, range),
  10: useFiguresAt(10, range),
  20: useFiguresAt(20, range),
  30: useFiguresAt(30, range),
});

const useFiguresAt = (delay: LateDelay, { payout, days }: Range): UseQueryResult<ModelFigures[]> =>
  useQuery(publicQuery<ModelFigures[]>(`${recordPaths.models}${toQuery({ payout, days, delay })}`));
