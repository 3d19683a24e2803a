import { Link } from 'react-router';
import { type WikiSlug, wikiSlugs } from '#content/wiki/wiki-article.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Drawing } from '#web/wiki/drawing.tsx';
import { ReadingTime, wikiCards } from '#web/wiki/reading-time.tsx';

export const meta = pageTitle(
  ({ t }) => t('wiki.title'),
  ({ t }) => t('wiki.description'),
);

export default function Wiki() {
  const { t } = usePhrases();
  return (
    <div className="wrap">
      <div className="ph">
        <div className="flex flex-col gap-2">
          <h1 className="h1">{t('wiki.title')}</h1>
          <p>{t('wiki.lead')}</p>
        </div>
      </div>
      <ul className="wlist">
        {wikiSlugs.map((slug, place) => (
          <Card key={slug} slug={slug} isLead={place === 0} />
        ))}
      </ul>
    </div>
  );
}

function Card({ slug, isLead }: { slug: WikiSlug; isLead: boolean }) {
  const { lang, f } = usePhrases();
  const { title, description, readingTime, hero } = wikiCards[lang][slug];
  return (
    <li className={isLead ? 'card wcard lead' : 'card wcard'}>
      <div className="im">
        <Drawing name={hero.src} alt="" f={f} />
      </div>
      <div className="tx">
        <h2>
          <Link to={paths.wikiArticle(lang, slug)}>{title}</Link>
        </h2>
        <p>{description}</p>
        <div className="meta">
          <ReadingTime minutes={readingTime} />
        </div>
      </div>
    </li>
  );
}
