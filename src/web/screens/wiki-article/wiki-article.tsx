import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  isWikiSlug,
  type Picture,
  type WikiBlock,
  type WikiSlug,
  wikiSlugs,
  type WikiText,
} from '#content/wiki/wiki-article.ts';
import { brand } from 'virtual:brand';
import type { Language } from '#domain/language.ts';
import { toLanguage } from '#web/language/languages.ts';
import { type PageMeta, type PageParams, pageTitle, unlisted } from '#web/language/page-title.ts';
import { phrasesIn } from '#web/language/phrase-book.ts';
import { glueWords } from '#web/language/render-phrase.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { type LazyPart, lazyPart, partNow } from '#web/routing/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawing } from '#web/wiki/drawing.tsx';
import { ReadingTime, wikiCards } from '#web/wiki/reading-time.tsx';

/** The route waited for the text; without it, the metadata is that of the card. */
export const meta: PageMeta = (about) => {
  const { params } = about;
  const { slug } = params;
  const lang = toLanguage(params['lang']);
  if (!isWikiSlug(slug)) return notFound(about);
  const { title, description } = wikiCards[lang][slug];
  const helmet = wikiTexts[lang][slug].loaded()?.helmet;
  return {
    title: `${helmet?.pageTitle ?? title} · ${brand.name}`,
    description: helmet?.pageDescription ?? description,
    article: { headline: title },
    trail: [{ name: phrasesIn(lang).t('common.header.wiki'), address: paths.wiki(lang) }],
  };
};

const notFound = unlisted(pageTitle(({ t }) => t('instruction.wiki.notFound.title')));

export async function prepare({ slug, lang }: PageParams): Promise<void> {
  if (isWikiSlug(slug)) await wikiTexts[toLanguage(lang)][slug].load();
}

export default function WikiArticle() {
  const { slug } = useParams();
  return isWikiSlug(slug) ? <Article slug={slug} /> : <NoArticle />;
}

function Article({ slug }: { slug: WikiSlug }) {
  const { t, f, lang } = usePhrases();
  const { title, description, readingTime, hero } = wikiCards[lang][slug];
  const { blocks } = partNow(wikiTexts[lang][slug]);
  const titled = titledBlocks(blocks);
  return (
    <div className="wrap grid grid-cols-[minmax(0,700px)_260px] justify-center gap-20 tablet:grid-cols-[minmax(0,1fr)]">
      <article className="text-[1.125rem]/[1.65]">
        <Link className="mt-1 mb-6 flex min-h-6 w-max items-center gap-2 text-14 text-ink-2" to={paths.wiki(lang)}>
          <ArrowLeft className="ic" size={18} />
          {t('instruction.wiki.all')}
        </Link>
        <h1 className="text-[length:var(--fs-56)]/[1.06] tracking-[-.03em]">{glueWords(title, lang)}</h1>
        <p className="mt-4 mb-7">
          <ReadingTime minutes={readingTime} />
        </p>
        <p className="text-[1.15em] text-ink-1">{glueWords(description, lang)}</p>
        <figure className={`${picture} my-8`}>
          <Drawing name={hero.src} alt={hero.alt} f={f} />
        </figure>
        <Contents titled={titled} isFolded />
        {titled.map(({ id, block }) => (
          <ArticleBlock key={id} id={id} block={block} />
        ))}
        <Neighbours slug={slug} />
      </article>
      <Contents titled={titled} />
    </div>
  );
}

const picture = 'card aspect-[384/196] bg-s2 p-3 [&_svg]:size-full';

interface TitledBlock {
  /** The same in every language, so that a link to a section survives a language switch. */
  readonly id: string;
  readonly block: WikiBlock;
}

const titledBlocks = (blocks: readonly WikiBlock[]): TitledBlock[] =>
  blocks.map((block, index) => ({ id: `part-${index + 1}`, block }));

/** Beside the text on wide screens, folded above it on narrow ones. */
function Contents({ titled, isFolded }: { titled: readonly TitledBlock[]; isFolded?: boolean }) {
  const { t } = usePhrases();
  const sections = titled.flatMap(({ id, block }) => ('title' in block ? [{ id, title: block.title }] : []));
  const current = useSectionRead(sections.map(({ id }) => id));
  const links = sections.map(({ id, title }) => (
    <a
      key={id}
      className={`border-line aria-[current=location]:border-ink-1 aria-[current=location]:font-[560] aria-[current=location]:text-ink-1 ${isFolded ? 'block border-t px-4 py-2.5' : 'border-l-2 text-ink-3 px-3.5 py-[7px] leading-[1.4] hover:border-ink-1 hover:text-ink-1'}`}
      href={`#${id}`}
      aria-current={id === current ? 'location' : undefined}
    >
      {title}
    </a>
  ));
  if (!isFolded)
    return (
      <nav
        className="sticky top-[104px] grid gap-0.5 self-start text-[.875rem] tablet:hidden"
        aria-label={t('instruction.wiki.contents')}
      >
        {links}
      </nav>
    );
  return (
    <details className="my-5 hidden rounded-md border border-line bg-s1 text-[15px] tablet:not-print:block">
      <summary className="cursor-pointer px-4 py-3.5 font-[560] text-ink-1">{t('instruction.wiki.contents')}</summary>
      <nav aria-label={t('instruction.wiki.contents')}>{links}</nav>
    </details>
  );
}

/** Share of the window above the line that a heading passes when its section begins to be read. */
const readShare = 0.34;

/** The section being read: the last one whose heading has passed the upper third of the window. */
function useSectionRead(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const joined = ids.join(' ');
  useEffect(() => {
    const headings = joined.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const update = (): void => {
      const line = innerHeight * readShare;
      setCurrent(headings.findLast((heading) => heading.getBoundingClientRect().top <= line)?.id ?? null);
    };
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [joined]);
  return current;
}

const heading = 'mt-11 mb-3 scroll-mt-4 text-[1.5rem]';

function ArticleBlock({ id, block }: TitledBlock) {
  const { lang } = usePhrases();
  switch (block.type) {
    case 'section':
      return (
        <section aria-labelledby={id}>
          <h2 id={id} className={heading}>
            {glueWords(block.title, lang)}
          </h2>
          {block.text.map((paragraph) => (
            <p key={paragraph} className="[p+&]:mt-4">
              {glueWords(paragraph, lang)}
            </p>
          ))}
          {block.image && <Figure {...block.image} />}
        </section>
      );
    case 'list':
      return (
        <section aria-labelledby={id}>
          <h2 id={id} className={heading}>
            {glueWords(block.title, lang)}
          </h2>
          <ul className="my-4 grid gap-2.5">
            {block.items.map((item) => (
              <li
                key={item}
                className="relative pl-6 before:absolute before:top-[.72em] before:left-0.5 before:h-0.5 before:w-2.5 before:bg-ink-3"
              >
                {glueWords(item, lang)}
              </li>
            ))}
          </ul>
        </section>
      );
    case 'quote':
      return (
        <blockquote className="mx-0 my-8 border-l-3 border-ink-1 py-1 pl-6 font-head text-[1.5rem]/[1.4] font-[480] tracking-[-.012em] text-ink-1">
          {glueWords(block.text, lang)}
        </blockquote>
      );
    case 'image':
      return <Figure {...block} />;
  }
}

/** The alternative text is the caption, so that every reader gets the same text. */
function Figure({ src, alt }: Picture) {
  const { f, lang } = usePhrases();
  return (
    <figure className="my-8">
      <div className={picture}>
        <Drawing name={src} alt="" f={f} />
      </div>
      <figcaption className="mt-2.5 text-[.875rem] text-ink-3">{glueWords(alt, lang)}</figcaption>
    </figure>
  );
}

const neighbour = 'card grid content-start gap-1.5 px-5 py-4.5 text-[16px] text-ink-1';

function Neighbours({ slug }: { slug: WikiSlug }) {
  const { t, lang } = usePhrases();
  const index = wikiSlugs.indexOf(slug);
  const before = wikiSlugs[index - 1];
  const after = wikiSlugs[index + 1];
  return (
    <nav
      className="mt-14 mb-6 grid grid-cols-2 gap-4 phone:grid-cols-1 print:hidden"
      aria-label={t('instruction.wiki.neighbours')}
    >
      {before && (
        <Link className={neighbour} to={paths.wikiArticle(lang, before)} rel="prev">
          <span className="flex items-center gap-2 text-13 text-ink-3">
            <ArrowLeft className="ic" size={16} />
            {t('instruction.wiki.previous')}
          </span>
          {wikiCards[lang][before].title}
        </Link>
      )}
      {after && (
        <Link
          className={`${neighbour} col-start-2 justify-items-end text-right phone:col-start-1`}
          to={paths.wikiArticle(lang, after)}
          rel="next"
        >
          <span className="flex items-center gap-2 text-13 text-ink-3">
            {t('instruction.wiki.next')}
            <ArrowRight className="ic" size={16} />
          </span>
          {wikiCards[lang][after].title}
        </Link>
      )}
    </nav>
  );
}

function NoArticle() {
  const { t, lang } = usePhrases();
  return (
    <div className="wrap state">
      <h1 className="h2">{t('instruction.wiki.notFound.title')}</h1>
      <p>{t('instruction.wiki.notFound.text')}</p>
      <div className="acts">
        <Button look="p" to={paths.wiki(lang)} text={t('instruction.wiki.all')} />
      </div>
    </div>
  );
}

const part = (fetchModule: () => Promise<{ text: WikiText }>): LazyPart<WikiText> =>
  lazyPart(() => fetchModule().then(({ text }) => text));

/** Lazy-loads a single text in a single language. */
const wikiTexts: Readonly<Record<Language, Readonly<Record<WikiSlug, LazyPart<WikiText>>>>> = {
  uk: {
    'understanding-binary-options': part(() => import('#content/wiki/understanding-binary-options.uk.ts')),
    'risk-management-methods': part(() => import('#content/wiki/risk-management-methods.uk.ts')),
    'martingale-strategy': part(() => import('#content/wiki/martingale-strategy.uk.ts')),
    'successful-trading-strategies': part(() => import('#content/wiki/successful-trading-strategies.uk.ts')),
    'rsi-sma-strategy': part(() => import('#content/wiki/rsi-sma-strategy.uk.ts')),
    'support-resistance-strategy': part(() => import('#content/wiki/support-resistance-strategy.uk.ts')),
    'choose-broker': part(() => import('#content/wiki/choose-broker.uk.ts')),
  },
  en: {
    'understanding-binary-options': part(() => import('#content/wiki/understanding-binary-options.en.ts')),
    'risk-management-methods': part(() => import('#content/wiki/risk-management-methods.en.ts')),
    'martingale-strategy': part(() => import('#content/wiki/martingale-strategy.en.ts')),
    'successful-trading-strategies': part(() => import('#content/wiki/successful-trading-strategies.en.ts')),
    'rsi-sma-strategy': part(() => import('#content/wiki/rsi-sma-strategy.en.ts')),
    'support-resistance-strategy': part(() => import('#content/wiki/support-resistance-strategy.en.ts')),
    'choose-broker': part(() => import('#content/wiki/choose-broker.en.ts')),
  },
  ru: {
    'understanding-binary-options': part(() => import('#content/wiki/understanding-binary-options.ru.ts')),
    'risk-management-methods': part(() => import('#content/wiki/risk-management-methods.ru.ts')),
    'martingale-strategy': part(() => import('#content/wiki/martingale-strategy.ru.ts')),
    'successful-trading-strategies': part(() => import('#content/wiki/successful-trading-strategies.ru.ts')),
    'rsi-sma-strategy': part(() => import('#content/wiki/rsi-sma-strategy.ru.ts')),
    'support-resistance-strategy': part(() => import('#content/wiki/support-resistance-strategy.ru.ts')),
    'choose-broker': part(() => import('#content/wiki/choose-broker.ru.ts')),
  },
};
