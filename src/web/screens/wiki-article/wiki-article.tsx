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
import { brand } from '#domain/brand.ts';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';
import { type PageMeta, type PageParams, pageTitle, unlisted } from '#web/language/page-title.ts';
import { glueWords, phrasesIn } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { type LazyPart, lazyPart, partNow } from '#web/routing/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawing } from '#web/wiki/drawing.tsx';
import { ReadingTime, wikiCards } from '#web/wiki/reading-time.tsx';

/**
 * The route has already waited for the text. Without it, the metadata falls back to the article's
 * card.
 */
export const meta: PageMeta = (about) => {
  const { params } = about;
  const { slug } = params;
  const lang = isLanguage(params['lang']) ? params['lang'] : defaultLanguage;
  if (!isWikiSlug(slug)) return notFound(about);
  const { title, description } = wikiCards[lang][slug];
  const helmet = wikiTexts[lang][slug].loaded()?.helmet;
  return {
    title: `${helmet?.pageTitle ?? title} · ${brand.name}`,
    description: helmet?.pageDescription ?? description,
    article: { headline: title },
    trail: [{ name: phrasesIn(lang).t('wiki.title'), address: paths.wiki(lang) }],
  };
};

const notFound = unlisted(pageTitle(({ t }) => t('wiki.notFound.title')));

export async function prepare({ slug, lang }: PageParams): Promise<void> {
  if (isWikiSlug(slug)) await wikiTexts[isLanguage(lang) ? lang : defaultLanguage][slug].load();
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
    <div className="wrap art-g">
      <article className="prose">
        <Link className="flex items-center gap-2 text-14 back" to={paths.wiki(lang)}>
          <ArrowLeft className="ic" size={18} />
          {t('wiki.all')}
        </Link>
        <h1 className="h1">{glueWords(title)}</h1>
        <p className="read">
          <ReadingTime minutes={readingTime} />
        </p>
        <p className="lead">{glueWords(description)}</p>
        <figure className="card hero-im">
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

interface TitledBlock {
  /** The same in every language, so that a link to a section survives a language switch. */
  readonly id: string;
  readonly block: WikiBlock;
}

const titledBlocks = (blocks: readonly WikiBlock[]): TitledBlock[] =>
  blocks.map((block, place) => ({ id: `part-${place + 1}`, block }));

/** Beside the text on wide screens, folded above it on narrow ones. */
function Contents({ titled, isFolded }: { titled: readonly TitledBlock[]; isFolded?: boolean }) {
  const { t } = usePhrases();
  const sections = titled.flatMap(({ id, block }) => ('title' in block ? [{ id, title: block.title }] : []));
  const current = useSectionRead(sections.map(({ id }) => id));
  const links = sections.map(({ id, title }) => (
    <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
      {title}
    </a>
  ));
  if (!isFolded)
    return (
      <nav className="toc" aria-label={t('wiki.contents')}>
        {links}
      </nav>
    );
  return (
    <details className="toc-m">
      <summary>{t('wiki.contents')}</summary>
      <nav aria-label={t('wiki.contents')}>{links}</nav>
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

function ArticleBlock({ id, block }: TitledBlock) {
  switch (block.type) {
    case 'section':
      return (
        <section aria-labelledby={id}>
          <h2 id={id}>{glueWords(block.title)}</h2>
          {block.text.map((paragraph) => (
            <p key={paragraph}>{glueWords(paragraph)}</p>
          ))}
          {block.image && <Figure {...block.image} />}
        </section>
      );
    case 'list':
      return (
        <section aria-labelledby={id}>
          <h2 id={id}>{glueWords(block.title)}</h2>
          <ul>
            {block.items.map((item) => (
              <li key={item}>{glueWords(item)}</li>
            ))}
          </ul>
        </section>
      );
    case 'quote':
      return <blockquote>{glueWords(block.text)}</blockquote>;
    case 'image':
      return <Figure {...block} />;
  }
}

/** The alternative text is the caption, so that every reader gets the same text. */
function Figure({ src, alt }: Picture) {
  const { f } = usePhrases();
  return (
    <figure>
      <div className="card">
        <Drawing name={src} alt="" f={f} />
      </div>
      <figcaption>{glueWords(alt)}</figcaption>
    </figure>
  );
}

function Neighbours({ slug }: { slug: WikiSlug }) {
  const { t, lang } = usePhrases();
  const place = wikiSlugs.indexOf(slug);
  const before = wikiSlugs[place - 1];
  const after = wikiSlugs[place + 1];
  return (
    <nav className="art-n" aria-label={t('wiki.neighbours')}>
      {before && (
        <Link className="card" to={paths.wikiArticle(lang, before)} rel="prev">
          <span className="flex items-center gap-2 text-13 text-ink-3">
            <ArrowLeft className="ic" size={16} />
            {t('wiki.previous')}
          </span>
          {wikiCards[lang][before].title}
        </Link>
      )}
      {after && (
        <Link className="card next" to={paths.wikiArticle(lang, after)} rel="next">
          <span className="flex items-center gap-2 text-13 text-ink-3">
            {t('wiki.next')}
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
      <h1 className="h2">{t('wiki.notFound.title')}</h1>
      <p>{t('wiki.notFound.text')}</p>
      <div className="acts">
        <Button look="p" to={paths.wiki(lang)} text={t('wiki.all')} />
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
