import type { ModelFigures } from '#contract/record/record.ts';
import { isAiModelKey } from '#domain/signals/ai-model.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FeedCalibration, isCalibratedOnFeeds } from '#web/record/feed-calibration.tsx';
import { computeCalibrations } from './calibration.ts';
import { CalibrationShown } from './calibration-shown.tsx';
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
    <section className="card" aria-labelledby="calibration-title">
      <div className="card-h">
        <h2 id="calibration-title" className="h3">
          {t('record.calibration.title')}
        </h2>
        {shown && (
          <span className="chip tabular-nums">
            {t('record.calibration.error', { points: f.decimal(shown.error * 100, 1) })}
          </span>
        )}
      </div>
      {models && all && all.length > 0 && (
        <div className="rec-tools">
          <ModelSelect
            label={t('record.calibration.choose')}
            models={models.map(({ aiModel }) => aiModel)}
            chosen={chosen}
            onChoose={(model) => onChange({ model: isAiModelKey(model) ? model : null })}
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
    </section>
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
