import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

export function MoreLinks() {
  const { t, lang } = usePhrases();
  return (
    <div className="flex flex-wrap gap-3">
      <Link className="btn btn-s btn-sm phone:w-full" to={paths.record(lang)}>
        {t('recap.record')}
      </Link>
      <Link className="btn btn-g btn-sm phone:w-full" to={paths.account(lang)}>
        {t('recap.mail')}
      </Link>
    </div>
  );
}
