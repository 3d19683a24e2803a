import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Calibration } from './calibration.ts';
import { CalibrationFigure } from './calibration-figure.tsx';

/** The chart, its explanation, and the same data as numbers. */
export function CalibrationShown({ calibration }: { calibration: Calibration }) {
  const { t, f } = usePhrases();
  return (
    <>
      <CalibrationFigure calibration={calibration} />
      <p className="text-14 text-ink-3 rec-said">{t('record.calibration.note')}</p>
      <details className="rec-table">
        <summary>{t('record.calibration.table')}</summary>
        <table className="tbl tabular-nums">
          <caption className="sr-only">{`${t('record.calibration.title')}: ${aiModelName(calibration.aiModel)}`}</caption>
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
                <td>{f.range(low, high)}</td>
                <td className="r">{f.count(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
