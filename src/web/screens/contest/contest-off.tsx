import { Gift } from 'lucide-react';
import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** Shown when the operator runs no contest, with a link onwards. */
export function ContestOff() {
  const { t, lang } = usePhrases();
  return (
    <div className="wrap">
      <section className="card pad col g4 contest-off">
        <Gift className="ic" aria-hidden="true" />
        <h1 className="h2">{t('contest.off.title')}</h1>
        <p>{t('contest.off.text')}</p>
        <Link className="btn btn-s" to={paths.home(lang)}>
          {t('contest.off.home')}
        </Link>
      </section>
    </div>
  );
}
