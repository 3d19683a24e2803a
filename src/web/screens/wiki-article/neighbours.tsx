import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { type WikiSlug, wikiSlugs } from '#content/wiki/wiki-article.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { wikiCards } from '#web/wiki/wiki-cards.ts';

export function Neighbours({ slug }: { slug: WikiSlug }) {
  const { t, lang } = usePhrases();
  const place = wikiSlugs.indexOf(slug);
  const before = wikiSlugs[place - 1];
  const after = wikiSlugs[place + 1];
  return (
    <nav className="art-n" aria-label={t('wiki.neighbours')}>
      {before && (
        <Link className="card" to={paths.wikiArticle(lang, before)} rel="prev">
          <span className="flex items-center gap-2 text-13 text-ink-3">
            <ArrowLeft className="ic" size={16} aria-hidden="true" />
            {t('wiki.previous')}
          </span>
          {wikiCards[lang][before].title}
        </Link>
      )}
      {after && (
        <Link className="card next" to={paths.wikiArticle(lang, after)} rel="next">
          <span className="flex items-center gap-2 text-13 text-ink-3">
            {t('wiki.next')}
            <ArrowRight className="ic" size={16} aria-hidden="true" />
          </span>
          {wikiCards[lang][after].title}
        </Link>
      )}
    </nav>
  );
}
