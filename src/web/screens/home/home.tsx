import { brand } from 'virtual:brand';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';

import type { RecordEntries } from '#contract/record/record.ts';
import type { Question } from '#contract/brand.ts';
import type { Language } from '#domain/language.ts';
import { toLanguage } from '#web/language/languages.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { hasEdge } from '#domain/signals/edge.ts';
import type { OutcomeLeaf, SignalLeaf } from '#record/leaf.ts';
import { deriveResult, parsePrices } from '#record/lines.ts';
import { callQuery } from '#web/api/queries.ts';
import { type PageMeta, type PageParams, pageTitle } from '#web/language/page-title.ts';
import { glueWords } from '#web/language/render-phrase.ts';
import { Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { type LazyPart, lazyPart, partNow } from '#web/routing/lazy-part.ts';
import { useOverall } from '#web/record/figures.ts';
import { useIsMember } from '#web/session/session-store.ts';
import { useRequiredBalances } from '#web/session/working-stats.ts';
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

/** The operator's, shown on the page, and as structured data for search engines (meta). */
const questions: Readonly<Record<Language, LazyPart<readonly Question[]>>> = {
  uk: lazyPart(() => import('virtual:brand/faq.uk').then((file) => file.default)),
  en: lazyPart(() => import('virtual:brand/faq.en').then((file) => file.default)),
  ru: lazyPart(() => import('virtual:brand/faq.ru').then((file) => file.default)),
};

export const prepare = ({ lang }: PageParams): Promise<unknown> => questions[toLanguage(lang)].load();

export const meta: PageMeta = (about) => {
  const { lang } = about.params;
  return { ...title(about), faq: questions[toLanguage(lang)].loaded() ?? [] };
};

/** Number of newest signals shown in the strip and the wall. */
const shownEntries = 50;

/** The offer, the risk above the fold, figures of the record, and the registration. */
export default function Home() {
  const { data } = useQuery(callQuery('GET /api/record/entries', { query: { limit: shownEntries }, anonymous: true }));
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
    <section className="border-y border-line bg-(--bg-deep)" aria-label={t('home.ledger.label')}>
      <div className="wrap grid grid-cols-[auto_auto_1fr] gap-12 items-center py-5.5 min-h-27 tablet:grid-cols-[1fr_1fr] tablet:gap-x-6 tablet:gap-y-5 tablet:items-end">
        <dl>
          <dt className="text-[length:var(--fs-13)] text-ink-3 leading-[1.4]">{t('home.ledger.settled')}</dt>
          <dd className="font-head text-[22px]/[1.25] font-[560] text-ink-1 tracking-[-0.02em] tabular-nums whitespace-nowrap">
            {overall ? f.count(overall.total) : '—'}
          </dd>
        </dl>
        <dl>
          <dt className="text-[length:var(--fs-13)] text-ink-3 leading-[1.4]">{t('home.ledger.rate')}</dt>
          <dd
            className={`font-head text-[22px]/[1.25] font-[560] text-ink-1 tracking-[-0.02em] tabular-nums whitespace-nowrap ${interval ? '' : 'text-[16px] leading-[27.5px]'}`}
          >
            {overall ? rate : '—'}
          </dd>
        </dl>
        <div className="tablet:col-span-full flex flex-col gap-2">
          <div className="flex items-center justify-between flex-wrap text-13 text-ink-3 gap-x-4 gap-y-1">
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

/** Losses are drawn as large as wins. Oldest first. */
function Pearls({ results }: { results: readonly Settled[] | undefined }) {
  return (
    <div
      className="grid grid-cols-[repeat(25,15px)] gap-1.5 justify-between min-h-9 [&>svg]:size-3.75 phone:grid-cols-[repeat(auto-fill,13px)] phone:gap-1.25 phone:min-h-12.5 phone:[&>svg]:size-3.25"
      aria-hidden="true"
    >
      {results?.toReversed().map((result, index) => (
        // A result has no id: its index is the key.
        <OutcomeMark key={index} shape={outcomeStyle[result]} />
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
      <ul className="grid grid-cols-3 gap-gutter tablet:grid-cols-1">
        {offers.map(([key, Art]) => (
          <li key={key} className="card flex flex-col overflow-hidden">
            <div className="relative h-54 border-b border-line bg-s2 overflow-hidden [&>svg]:size-full">
              <Art />
            </div>
            <div className="px-6 pt-5.5 pb-6.5">
              <h3 className="mb-2 text-20">{t(`home.offers.${key}`)}</h3>
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
  const { t, f } = usePhrases();
  const min = f.usd(useRequiredBalances().min);
  return (
    <Section title={t('home.steps.title')}>
      <Steps steps={steps.map((key) => [t(`home.steps.${key}`), t(`home.steps.${key}Text`, { min })])} />
    </Section>
  );
}

const tools = [
  ['why', 'col-span-3', BarsArt],
  ['calibration', 'col-span-3', CalibrationArt],
  ['history', 'col-span-2', HistoryArt],
  ['wiki', 'col-span-2', WikiArt],
  ['stake', 'col-span-2', StakeArt],
] as const;

function Tools() {
  const { t } = usePhrases();
  return (
    <Section title={t('home.tools.title')} lead={t('home.tools.lead')}>
      <ul className="grid grid-cols-6 gap-gutter phone:grid-cols-1">
        {tools.map(([key, width, Art]) => (
          <li
            key={key}
            className={`card flex flex-col gap-2 min-h-55 p-6 overflow-hidden phone:min-h-0 phone:p-5 ${width} tablet:col-span-3 tablet:last:col-span-full phone:col-auto phone:last:col-auto`}
          >
            <h3 className="text-18">{t(`home.tools.${key}`)}</h3>
            <p className="text-14">{t(`home.tools.${key}Text`)}</p>
            <div
              className="mt-auto pt-5 [&>svg]:block [&>svg]:w-full [&>svg]:h-auto [&>svg]:max-h-42.5"
              aria-hidden="true"
            >
              <Art />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Faq() {
  const { t, lang } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap grid grid-cols-[4fr_8fr] gap-x-12 gap-y-gutter tablet:grid-cols-1">
        <div>
          <h2 className="h1">{t('home.faq.title')}</h2>
          <p className="text-14 mt-4">
            <Tagged
              text={t('home.faq.help')}
              a={(text) => <TextLink href={`mailto:${brand.supportEmail}`} text={text} />}
            />
          </p>
        </div>
        <div className="border-t border-line">
          {partNow(questions[lang]).map(({ question, answer }, index) => (
            <details key={question} open={index === 0} className="group border-b border-line">
              <summary className="flex items-center justify-between gap-6 py-5.5 font-head text-18/[1.35] font-[540] tracking-[-0.01em] text-ink-1 list-none cursor-pointer [&::-webkit-details-marker]:hidden phone:py-4.5 phone:text-16">
                {glueWords(question, lang)}
                <Plus className="ic flex-none text-ink-3 [transition:transform_var(--d-2)] group-open:[transform:rotate(45deg)]" />
              </summary>
              <p className="max-w-[62ch] pr-12 pb-6 phone:pr-0">{glueWords(answer, lang)}</p>
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
        <div className="cta-band grid grid-cols-[minmax(0,1fr)_auto] gap-12 items-center tablet:grid-cols-1">
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
    <figure className={number > 0 ? 'min-h-55' : 'min-h-55 phone:min-h-0'}>
      <div
        className="grid grid-cols-[repeat(10,26px)] gap-3 [&>svg]:size-6.5 tablet:grid-cols-[repeat(10,minmax(0,26px))] tablet:gap-2 tablet:[&>svg]:w-full tablet:[&>svg]:h-auto"
        aria-hidden="true"
      >
        {results?.toReversed().map((result, index) => (
          <Bead key={index} result={result} />
        ))}
      </div>
      {number > 0 && (
        <figcaption className="mt-3.5 text-13 text-ink-3">
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

/** Outcomes of the signals with an edge that are not void; the page of the record verifies them. */
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
