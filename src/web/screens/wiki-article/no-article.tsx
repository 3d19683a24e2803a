import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

export function NoArticle() {
  const { t, lang } = usePhrases();
  return (
    <div className="wrap state">
      <h1 className="h2">{t('wiki.notFound.title')}</h1>
      <p>{t('wiki.notFound.text')}</p>
      <div className="acts">
        <Link className="btn btn-p" to={paths.wiki(lang)}>
          {t('wiki.all')}
        </Link>
      </div>
    </div>
  );
}
