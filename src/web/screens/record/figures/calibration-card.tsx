import type { ModelFigures } from '#contract/record/record.ts';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FeedCalibration, isCalibratedOnFeeds } from '#web/record/feed-calibration.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { BySize } from '#web/ui/figures/by-size.tsx';
import { niceScale } from '#web/ui/figures/nice-scale.ts';
import { ModelSelect } from '../model-select.tsx';
import type { RecordView, ShownRecord } from '../use-record-address.ts';
import { Waiting } from '../waiting.tsx';

interface CalibrationCardProps {
  readonly models: readonly ModelFigures[] | null;
  readonly view: ShownRecord;
  readonly onChange: (change: Partial<RecordView>) => void;
}

/** Stated against actual win rate. */
export function CalibrationCard({ models, view, onChange }: CalibrationCardProps) {
  const { t, f } = usePhrases();
  const all = models && computeCalibrations(models, view.source);
  const shown = all?.find(({ aiModel }) => aiModel === view.model) ?? (view.model === null ? all?.[0] : undefined);
  const chosen = shown?.aiModel ?? view.model;
  const of = models?.find(({ aiModel }) => aiModel === chosen) ?? models?.find(isCalibratedOnFeeds);
  return (
    <Card
      title={t('record.calibration.title')}
      titleId="calibration-title"
      aside={
        shown && (
          <span className="chip">{t('record.calibration.error', { points: f.decimal(shown.error * 100, 1) })}</span>
        )
      }
    >
      {models && all && all.length > 0 && (
        <div className="rec-tools">
          <ModelSelect
            models={models.map(({ aiModel }) => aiModel)}
            chosen={chosen}
            onChoose={(model) => onChange({ model })}
          />
        </div>
      )}
      {shown && <CalibrationShown calibration={shown} />}
      {of && (
        <div className="rec-said">
          <FeedCalibration figures={of} />
        </div>
      )}
      {!shown && (models ? <TooFew models={models} view={view} /> : <Waiting />)}
    </Card>
  );
}

/** Shares from 0 to 1. */
type CalibrationStep = ModelFigures['reliability'][number];

interface Calibration {
  readonly aiModel: AiModelKey;
  readonly steps: readonly CalibrationStep[];
  readonly count: number;
  /** Mean absolute difference between stated and actual rate, each signal counted once. */
  readonly error: number;
}

/** For every model with enough outcomes, in the order of the figures. */
function computeCalibrations(models: readonly ModelFigures[], source: 'people' | 'shadow'): Calibration[] {
  return models.flatMap(({ aiModel, reliability, shadow }) => {
    const steps = source === 'people' ? reliability : (shadow?.reliability ?? []);
    const count = steps.reduce((sum, step) => sum + step.count, 0);
    if (count === 0) return [];
    const error = steps.reduce((sum, { stated, real, count: weight }) => sum + weight * Math.abs(stated - real), 0);
    return { aiModel, steps, count, error: error / count };
  });
}

/** The chart, its explanation, and the same data as numbers. */
function CalibrationShown({ calibration }: { calibration: Calibration }) {
  const { t, f } = usePhrases();
  return (
    <>
      <BySize
        className="rec-figure"
        wide={<Drawing calibration={calibration} width={470} height={340} />}
        narrow={<Drawing calibration={calibration} width={360} height={300} />}
      />
      <p className="text-14 text-ink-3 rec-said">{t('record.calibration.note')}</p>
      <details className="rec-table">
        <summary>{t('record.calibration.table')}</summary>
        <DataTable
          caption={`${t('record.calibration.title')}: ${aiModelName(calibration.aiModel)}`}
          rows={calibration.steps}
          getKey={({ stated }) => stated}
          columns={[
            [t('record.calibration.statedHead'), ({ stated }) => f.percent(stated, 1)],
            [t('record.calibration.realHead'), ({ real }) => f.percent(real, 1)],
            [t('record.calibration.intervalHead'), ({ low, high }) => f.range(low, high)],
            [t('record.calibration.countHead'), ({ count }) => f.count(count), 'r'],
          ]}
        />
      </details>
    </>
  );
}

const edge = { left: 58, right: 16, top: 14, bottom: 40 } as const;

function Drawing({ calibration, width, height }: { calibration: Calibration; width: number; height: number }) {
  const { t, f } = usePhrases();
  const { steps, aiModel } = calibration;
  // Wide intervals of few signals would compress everything else: they are clipped at the frame.
  const shares = steps.flatMap(({ stated, real }) => [stated * 100, real * 100]);
  const { from, to, ticks, decimals } = niceScale([...shares, 50, 65], 5);
  const x = (share: number): number =>
    edge.left + ((share * 100 - from) / (to - from)) * (width - edge.left - edge.right);
  const y = (share: number): number =>
    height - edge.bottom - ((share * 100 - from) / (to - from)) * (height - edge.top - edge.bottom);
  const within = (share: number): number => y(Math.min(to / 100, Math.max(from / 100, share)));
  const max = Math.max(...steps.map(({ count }) => count));
  const radius = ({ count }: CalibrationStep): number => 3.6 + 3.4 * Math.sqrt(count / max);
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('record.calibration.chart', { model: aiModelName(aiModel) })}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${edge.left} ${y(tick / 100)}H${width - edge.right}`} stroke="var(--grid)" />
          <path d={`M${x(tick / 100)} ${edge.top}V${height - edge.bottom}`} stroke="var(--grid)" />
          <text className="axis" x={edge.left - 8} y={y(tick / 100) + 4} textAnchor="end">
            {f.exact(tick, decimals)}
          </text>
          <text className="axis" x={x(tick / 100)} y={height - edge.bottom + 18} textAnchor="middle">
            {f.exact(tick, decimals)}
          </text>
        </g>
      ))}
      <path
        d={`M${x(from / 100)} ${y(from / 100)}L${x(to / 100)} ${y(to / 100)}`}
        stroke="var(--t2)"
        strokeDasharray="4 4"
      />
      <path
        d={steps.map((step, i) => `${i === 0 ? 'M' : 'L'}${x(step.stated)} ${y(step.real)}`).join('')}
        fill="none"
        stroke="var(--up-solid)"
        strokeWidth="2"
      />
      {steps.map((step) => (
        <g key={step.stated}>
          <path
            d={`M${x(step.stated)} ${within(step.low)}V${within(step.high)}`}
            stroke="var(--up-solid)"
            strokeOpacity=".5"
            strokeWidth="3"
          />
          <circle
            cx={x(step.stated)}
            cy={y(step.real)}
            r={radius(step)}
            fill="var(--s1)"
            stroke="var(--up-solid)"
            strokeWidth="2.2"
          />
        </g>
      ))}
      <text className="axis" x={(edge.left + width) / 2} y={height - 4} textAnchor="middle">
        {t('record.calibration.stated')}
      </text>
      <text className="axis" transform={`translate(12 ${(height - edge.bottom) / 2}) rotate(-90)`} textAnchor="middle">
        {t('record.calibration.real')}
      </text>
    </svg>
  );
}

function TooFew({ models, view }: { models: readonly ModelFigures[]; view: ShownRecord }) {
  const { t, f } = usePhrases();
  const own = models.filter(({ aiModel }) => view.model === null || aiModel === view.model);
  const totals = own.map(({ total, shadow }) => (view.source === 'people' ? total : (shadow?.issued.total ?? 0)));
  const count = f.count(Math.max(0, ...totals));
  return (
    <p className="text-14 rec-said">
      {t('record.overall.few', { enough: minOutcomesForRate, hours: minHoursForRate, number: count })}
    </p>
  );
}
