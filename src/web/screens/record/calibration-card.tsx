import type { ModelFigures } from '#contract/record.ts';
import { aiModelName, isAiModelKey } from '#domain/ai-model.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { type Calibration, calibrationsOf } from './calibration.ts';
import { CalibrationFigure } from './calibration-figure.tsx';
import { ModelSelect } from './model-select.tsx';
import type { RecordView } from './use-record-address.ts';

interface CalibrationCardProps {
  readonly models: readonly ModelFigures[] | null;
  readonly view: RecordView;
  readonly onChange: (change: Partial<RecordView>) => void;
}

const fewestOutcomes = 100;

/** What was stated against what came true. */
export function CalibrationCard({ models, view, onChange }: CalibrationCardProps) {
  const { t, f } = usePhrases();
  const all = models && calibrationsOf(models, view.source);
  const shown = all?.find(({ aiModel }) => aiModel === view.model) ?? (view.model === null ? all?.[0] : undefined);
  const chosen = shown?.aiModel ?? view.model;
  return (
    <section className="card" aria-labelledby="calibration-title">
      <div className="card-h wrap-h">
        <h2 id="calibration-title" className="h3">
          {t('record.calibration.title')}
        </h2>
        {shown && (
          <span className="chip num">{t('record.calibration.error', { points: f.decimal(shown.error * 100, 1) })}</span>
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
      {shown ? <Shown calibration={shown} /> : models ? <TooFew models={models} view={view} /> : <Waiting />}
    </section>
  );
}

function Shown({ calibration }: { calibration: Calibration }) {
  const { t, f } = usePhrases();
  return (
    <>
      <CalibrationFigure calibration={calibration} />
      <p className="s14 t3 rec-said">{t('record.calibration.note')}</p>
      <details className="rec-table">
        <summary>{t('record.calibration.table')}</summary>
        <table className="tbl num">
          <caption className="sr">{`${t('record.calibration.title')}: ${aiModelName(calibration.aiModel)}`}</caption>
          <thead>
            <tr>
              <th scope="col">{t('record.calibration.statedHead')}</th>
              <th scope="col">{t('record.calibration.realHead')}</th>
              <th scope="col">{t('record.calibration.intervalHead')}</th>
              <th scope="col" className="r">
                {t('record.calibration.countHead')}
              </th>
            </tr>
          </thead>
          <tbody>
            {calibration.steps.map(({ stated, real, low, high, count }) => (
              <tr key={stated}>
                <td>{f.percent(stated, 1)}</td>
                <td>{f.percent(real, 1)}</td>
                <td>
                  {f.exact(low * 100, 1)}–{f.exact(high * 100, 1)}
                </td>
                <td className="r">{f.count(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

function TooFew({ models, view }: { models: readonly ModelFigures[]; view: RecordView }) {
  const { t, f } = usePhrases();
  const own = models.filter(({ aiModel }) => view.model === null || aiModel === view.model);
  const totals = own.map(({ total, shadow }) => (view.source === 'people' ? total : (shadow?.issued.total ?? 0)));
  const count = f.count(Math.max(0, ...totals));
  return <p className="s14 rec-said">{t('record.calibration.few', { enough: fewestOutcomes, number: count })}</p>;
}

const Waiting = () => (
  <div className="rec-wait" aria-hidden="true">
    <span className="sk" />
  </div>
);
