import { usePhrases } from '#web/language/use-phrases.ts';
import { BarsArt, CalibrationArt, HistoryArt, StakeArt, WikiArt } from './tool-art.tsx';

const tools = [
  ['why', 'w3', BarsArt],
  ['calibration', 'w3', CalibrationArt],
  ['history', 'w2', HistoryArt],
  ['wiki', 'w2', WikiArt],
  ['stake', 'w2', StakeArt],
] as const;

export function Tools() {
  const { t } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <h2 className="h1">{t('home.tools.title')}</h2>
          <p>{t('home.tools.lead')}</p>
        </div>
        <ul className="bento">
          {tools.map(([key, width, Art]) => (
            <li key={key} className={`card tool ${width}`}>
              <h3>{t(`home.tools.${key}`)}</h3>
              <p className="text-14">{t(`home.tools.${key}Text`)}</p>
              <div className="ill" aria-hidden="true">
                <Art />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
