import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { recordPaths } from '#contract/paths.ts';
import type { RecordEntries } from '#contract/record/record.ts';
import { brand } from '#domain/brand.ts';
import { defaultLanguage, isLanguage } from '#domain/language.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { hasEdge } from '#domain/signals/edge.ts';
import type { OutcomeLeaf, SignalLeaf } from '#record/leaf.ts';
import { deriveResult, parsePrices } from '#record/lines.ts';
import { publicQuery } from '#web/api/queries.ts';
import { type PageMeta, pageTitle } from '#web/language/page-title.ts';
import { phrasesIn } from '#web/language/phrase-book.ts';
import { Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useOverall } from '#web/record/figures.ts';
import { useIsMember } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { Section } from '#web/ui/section.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Hero } from './hero.tsx';
import {
  BarsArt,
  CalibrationArt,
  DirectionArt,
  FlagsArt,
  HistoryArt,
  RecordArt,
  StakeArt,
  WikiArt,
} from './offer-art.tsx';

const title = pageTitle(
  ({ t }) => t('home.pageTitle'),
  ({ t }) => t('home.lead'),
);

/** Shown on the page, and as structured data for search engines (meta). */
const questions = ['free', 'profit', 'percent', 'broker', 'hide', 'when'] as const;

export const meta: PageMeta = (about) => {
  const lang = about.params['lang'];
  const { t } = phrasesIn(isLanguage(lang) ? lang : defaultLanguage);
  const faq = questions.map((key) => ({ question: t(`home.faq.${key}`), answer: t(`home.faq.${key}Text`) }));
  return { ...title(about), faq };
};

/** Number of newest signals shown in the strip and the wall. */
const shownEntries = 50;

/** The offer, the risk above the fold, figures of the record, and the registration. */
export default function Home() {
  const { data } = useQuery(publicQuery<RecordEntries>(`${recordPaths.entries}?limit=${shownEntries}`));
  const results = useMemo(() => data && listResults(data), [data]);
  return (
    <>
      <Hero />
      <Offers />
      <LedgerStrip results={results} />
      <HowItWorks />
      <Tools />
      <Faq />
      <Closing results={results} />
    </>
  );
}

type Settled = Exclude<Outcome, 'void'>;

/** The record in one line; its space is reserved while it loads. Nothing before the first result. */
function LedgerStrip({ results }: { results: readonly Settled[] | undefined }) {
  const { t, f } = usePhrases();
  const { overall, breakEven } = useOverall();
  const interval = overall?.interval;
  if (overall?.total === 0) return null;
  const rate = interval ? f.range(interval.low, interval.high) : t('home.ledger.few');
  return (
    <section className="ledger" aria-label={t('home.ledger.label')}>
      <div className="wrap">
        <dl className="kv">
          <dt>{t('home.ledger.settled')}</dt>
          <dd>{overall ? f.count(overall.total) : '—'}</dd>
        </dl>
        <dl className="kv">
          <dt>{t('home.ledger.rate')}</dt>
          <dd className={interval ? undefined : 'worded'}>{overall ? rate : '—'}</dd>
        </dl>
        <div className="flex flex-col gap-2">
          <div className="flex items-center justify-between flex-wrap text-13 text-ink-3 ledger-h">
            <Counts results={results} />
            <span>{t('home.ledger.breakEven', { share: f.percent(breakEven, 1) })}</span>
          </div>
          <Pearls results={results} />
        </div>
      </div>
    </section>
  );
}

function Counts({ results }: { results: readonly Settled[] | undefined }) {
  const { t } = usePhrases();
  if (!results?.length) return <span>&nbsp;</span>;
  const count = (wanted: Settled): number => results.filter((result) => result === wanted).length;
  return (
    <span>
      {t('home.ledger.sum', {
        won: t('home.ledger.won', { count: count('successful') }),
        lost: t('home.ledger.lost', { count: count('unsuccessful') }),
        even: t('home.ledger.even', { count: count('neutral') }),
      })}
    </span>
  );
}

/** Beads of equal size: hiding one would leave a hole. Oldest first. */
function Pearls({ results }: { results: readonly Settled[] | undefined }) {
  return (
    <div className="pearls" aria-hidden="true">
      {results?.toReversed().map((result, place) => (
        // They have no name but their place.
        <OutcomeMark key={place} shape={outcomeStyle[result]} />
      ))}
    </div>
  );
}

const offers = [
  ['direction', DirectionArt],
  ['models', FlagsArt],
  ['record', RecordArt],
] as const;

function Offers() {
  const { t } = usePhrases();
  return (
    <Section title={t('home.offers.title')}>
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
    </Section>
  );
}

const steps = ['first', 'second', 'third'] as const;

function HowItWorks() {
  const { t } = usePhrases();
  return (
    <Section title={t('home.steps.title')}>
      <Steps steps={steps.map((key) => [t(`home.steps.${key}`), t(`home.steps.${key}Text`)])} />
    </Section>
  );
}

const tools = [
  ['why', 'w3', BarsArt],
  ['calibration', 'w3', CalibrationArt],
  ['history', 'w2', HistoryArt],
  ['wiki', 'w2', WikiArt],
  ['stake', 'w2', StakeArt],
] as const;

function Tools() {
  const { t } = usePhrases();
  return (
    <Section title={t('home.tools.title')} lead={t('home.tools.lead')}>
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
    </Section>
  );
}

function Faq() {
  const { t } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap faq-g">
        <div>
          <h2 className="h1">{t('home.faq.title')}</h2>
          <p className="text-14 mt-4">
            <Tagged
              text={t('home.faq.help')}
              a={(text) => <TextLink href={`mailto:${brand.supportEmail}`} text={text} />}
            />
          </p>
        </div>
        <div className="faq">
          {questions.map((key, place) => (
            <details key={key} open={place === 0}>
              <summary>
                {t(`home.faq.${key}`)}
                <Plus className="ic" />
              </summary>
              <p className="a">{t(`home.faq.${key}Text`)}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Losses are emphasised here on purpose. */
function Closing({ results }: { results: readonly Settled[] | undefined }) {
  const { t, lang } = usePhrases();
  const isMember = useIsMember();
  return (
    <section className="sec">
      <div className="wrap">
        <div className="cta-band cta-g">
          <div>
            <h2>{t('home.closing.title')}</h2>
            <p className="lead">{t(isMember ? 'home.closing.textMember' : 'home.closing.text')}</p>
            <div className="cta">
              <Button look="p lg" to={paths.record(lang)} text={t('home.toRecord')} />
              <Button
                look="s lg"
                to={isMember ? paths.signal(lang) : paths.register(lang)}
                text={t(isMember ? 'common.notFound.signal' : 'home.closing.register')}
              />
            </div>
          </div>
          <Wall results={results} />
        </div>
      </div>
    </section>
  );
}

function Wall({ results }: { results: readonly Settled[] | undefined }) {
  const { t, f } = usePhrases();
  const number = results?.length ?? 0;
  const lost = results?.filter((result) => result === 'unsuccessful').length ?? 0;
  return (
    <figure className="wall-f">
      <div className="wall" aria-hidden="true">
        {results?.toReversed().map((result, place) => (
          <Bead key={place} result={result} />
        ))}
      </div>
      {number > 0 && (
        <figcaption className="text-13 text-ink-3">
          {t('home.closing.wall', { lost: f.count(lost), number: f.count(number) })}
        </figcaption>
      )}
    </figure>
  );
}

const Bead = ({ result }: { result: Settled }) =>
  result === 'unsuccessful' ? (
    <OutcomeMark shape="loss" />
  ) : (
    <svg viewBox="0 0 16 16">
      {result === 'successful' ? (
        <circle cx="8" cy="8" r="6.4" fill="none" stroke="var(--t3)" strokeWidth="1.2" />
      ) : (
        <path d="M8 1.6 14.4 8 8 14.4 1.6 8z" fill="none" stroke="var(--t3)" strokeWidth="1.2" />
      )}
    </svg>
  );

/** What came of each signal with an edge that is not voided. The page of the record checks what a list shows. */
const listResults = ({ items }: RecordEntries): Exclude<Outcome, 'void'>[] =>
  items.flatMap(({ signal: { text }, outcome, voided }) => {
    if (text === null || !outcome?.text || voided) return [];
    const signal = parse<SignalLeaf>(text);
    const prices = parsePrices(parse<OutcomeLeaf>(outcome.text).prices[0] ?? '');
    const result = prices && hasEdge(signal) ? deriveResult(signal, prices) : 'void';
    return result === 'void' ? [] : result;
  });

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a validator would weigh more than the page
const parse = <Leaf,>(text: string): Leaf => JSON.parse(text) as Leaf;
