import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** Says why there is nothing to show. */
export function NoRecap({ reason, hasOthers }: { reason: 'empty' | 'notClosed'; hasOthers: boolean }) {
  const { t, lang } = usePhrases();
  return (
    <section className="card p-card flex flex-col gap-3 items-start" role="status">
      <h2 className="h3">{t(`recap.${reason}`)}</h2>
      <p>{t(`recap.${reason}Text`)}</p>
      {hasOthers && (
        <Link className="btn btn-s btn-sm" to={paths.recap(lang)}>
          {t('recap.newest')}
        </Link>
      )}
    </section>
  );
}
