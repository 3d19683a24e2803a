import { useState } from 'react';
import { usePublicRead } from '#web/api/use-public-read.ts';
import type { RecordEntries } from '#contract/record/views.ts';
import { recordPaths } from '#contract/paths.ts';
import type { PageMeta } from '#web/language/page-title.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { phrasesIn } from '#web/language/phrase-book.ts';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Closing } from './closing.tsx';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import { LedgerStrip } from './ledger-strip.tsx';
import { Offers } from './offers.tsx';
import { questions } from './questions.ts';
import { getResults } from './to-results.ts';
import { Tools } from './tools.tsx';
import { TrialSection } from './trial/trial-section.tsx';

const title = pageTitle(
  ({ t }) => t('home.pageTitle'),
  ({ t }) => t('home.lead'),
);

export const meta: PageMeta = (about) => {
  const lang = about.params['lang'];
  const { t } = phrasesIn(isLanguage(lang) ? lang : defaultLanguage);
  const faq = questions.map((key) => ({ question: t(`home.faq.${key}`), answer: t(`home.faq.${key}Text`) }));
  return { ...title(about), faq };
};

/** Number of newest signals shown in the strip and the wall. */
const shown = 50;

/** The offer, the risk above the fold, figures of the record, and the registration. */
export default function Home() {
  const { data } = usePublicRead<RecordEntries>(`${recordPaths.entries}?limit=${shown}`);
  const [isTrying, setIsTrying] = useState(false);
  const results = data && getResults(data);
  return (
    <>
      <Hero onTry={() => setIsTrying(true)} />
      <LedgerStrip results={results} />
      <TrialSection isStarted={isTrying} onStart={() => setIsTrying(true)} />
      <Offers />
      <Steps />
      <Tools />
      <Faq />
      <Closing results={results} />
    </>
  );
}

const steps = ['first', 'second', 'third'] as const;

function Steps() {
  const { t, f } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <h2 className="h1">{t('home.steps.title')}</h2>
        </div>
        <ol className="steps">
          {steps.map((key, index) => (
            <li key={key} className="step">
              <div className="n">{f.count(index + 1)}</div>
              <h3>{t(`home.steps.${key}`)}</h3>
              <p>{t(`home.steps.${key}Text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
