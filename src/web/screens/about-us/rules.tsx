import { Link } from 'react-router';
import { usePhrases } from '../../language/use-phrases.ts';
import { paths } from '../../paths.ts';
import { ruleFigures } from './rule-figures.tsx';

const rules = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

export function Rules() {
  const { t, f, lang } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <h2 className="h1">{t('about.rules.title')}</h2>
          <p>{t('about.rules.lead')}</p>
        </div>
        <ol className="rules">
          {rules.map((key, index) => (
            <li key={key}>
              <span className="n num" aria-hidden="true">
                {f.count(index + 1)}
              </span>
              <div className="col g2">
                <h3 className="h3">{t(`about.rules.${key}`)}</h3>
                <p>{t(`about.rules.${key}Text`)}</p>
              </div>
              <div className="fig" aria-hidden="true">
                <svg viewBox="0 0 260 56">{ruleFigures[key]}</svg>
              </div>
            </li>
          ))}
        </ol>
        <Link className="btn btn-s mt-6" to={paths.record(lang)}>
          {t('about.rules.record')}
        </Link>
      </div>
    </section>
  );
}
