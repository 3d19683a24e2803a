import { LogIn, Navigation, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { MarketLine } from '../../layouts/market-line.tsx';
import { pageTitle } from '../../language/page-title.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/use-session.ts';
import { Compass } from '../../ui/compass.tsx';

export const meta = pageTitle(({ t }) => t('common.home.pageTitle'));

/** The promise, the risk in the first view, the market's state and the way in. */
export default function Home() {
  const { t, lang } = usePhrases();
  const isSignedIn = useSession().kind === 'in';
  return (
    <section className="hero">
      <div className="hero-bg" />
      <div className="wrap hero-g">
        <div>
          <h1>{t('common.home.title')}</h1>
          <p className="lead">{t('common.home.lead')}</p>
          <div className="cta">
            {isSignedIn ? (
              <Link className="btn btn-p btn-lg" to={paths.signal(lang)}>
                <Navigation className="ic" aria-hidden="true" />
                {t('common.home.toSignals')}
              </Link>
            ) : (
              <Link className="btn btn-p btn-lg" to={paths.login(lang)}>
                <LogIn className="ic" aria-hidden="true" />
                {t('common.header.signIn')}
              </Link>
            )}
          </div>
          <p className="risk mt-6">
            <TriangleAlert className="ic" aria-hidden="true" />
            <span>{t('common.home.risk')}</span>
          </p>
          <p className="mt-6">
            <span className="chip lg">
              <MarketLine />
            </span>
          </p>
        </div>
        <div className="hero-compass">
          <Compass size={440} />
        </div>
      </div>
    </section>
  );
}
