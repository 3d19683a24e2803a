import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionArt, FlagsArt, RecordArt } from './offer-art.tsx';

const offers = [
  ['direction', DirectionArt],
  ['models', FlagsArt],
  ['record', RecordArt],
] as const;

export function Offers() {
  const { t } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <h2 className="h1">{t('home.offers.title')}</h2>
        </div>
        <ul className="offers">
          {offers.map(([key, Art]) => (
            <li key={key} className="card offer">
              <div className="art">
                <Art />
              </div>
              <div className="tx">
                <h3>{t(`home.offers.${key}`)}</h3>
                <p>{t(`home.offers.${key}Text`)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
