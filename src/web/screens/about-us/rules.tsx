import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { modelCardPath, modelCards } from '#content/model-cards.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
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
              <span className="n" aria-hidden="true">
                {f.count(index + 1)}
              </span>
              <div className="flex flex-col gap-2">
                <h3 className="h3">{t(`about.rules.${key}`)}</h3>
                <p>{t(`about.rules.${key}Text`)}</p>
              </div>
              <div className="fig" aria-hidden="true">
                <svg viewBox="0 0 260 56">{ruleFigures[key]}</svg>
              </div>
            </li>
          ))}
        </ol>
        <div className="rules-more mt-6">
          <Link className="btn btn-s" to={paths.record(lang)}>
            {t('about.rules.record')}
          </Link>
          <ModelCardLinks />
        </div>
      </div>
    </section>
  );
}

function ModelCardLinks() {
  const { t } = usePhrases();
  return (
    <details className="cards-d">
      <summary className="btn btn-g">
        {t('about.rules.cards')}
        <ChevronDown className="ic" aria-hidden="true" />
      </summary>
      <p className="text-14">{t('about.rules.cardsText')}</p>
      <ul>
        {modelCards.map((model) => (
          <li key={model}>
            <a className="link" href={modelCardPath(model)} hrefLang="en" type="text/plain">
              {aiModelName(model)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
