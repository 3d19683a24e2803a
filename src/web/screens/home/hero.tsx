import { Navigation, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { MarketLine } from '#web/layouts/header/market-line.tsx';
import { paths } from '#web/paths.ts';
import { DemoEntry } from '#web/session/demo-entry.tsx';
import { useSession } from '#web/session/session-store.ts';
import { useSiteSettings } from '#web/theme/site-settings.ts';
import { Contours } from '#web/ui/figures/contours.tsx';
import { ReplayCard } from './replay-card.tsx';

/** `onTry`: starts the trial below, to which the second button leads. */
export function Hero({ onTry }: { readonly onTry: () => void }) {
  const { t, lang } = usePhrases();
  const isSignedIn = useSession().kind === 'in';
  const navigate = useNavigate();
  return (
    <section className="hero">
      <div className="hero-bg">
        <Contours />
      </div>
      <div className="wrap hero-g">
        <div>
          <h1>{t('home.title')}</h1>
          <p className="lead">{t('home.lead')}</p>
          <div className="cta">
            <Link className="btn btn-p btn-lg" to={isSignedIn ? paths.signal(lang) : paths.register(lang)}>
              {isSignedIn && <Navigation className="ic" aria-hidden="true" />}
              {isSignedIn ? t('home.toSignals') : t('home.register')}
            </Link>
            <a className="btn btn-s btn-lg" href="#trial" onClick={onTry}>
              {t('home.trial.start')}
            </a>
          </div>
          {!isSignedIn && <DemoEntry onEntered={() => void navigate(paths.signal(lang))} />}
          <p className="risk mt-6">
            <TriangleAlert className="ic" aria-hidden="true" />
            <span>{t('home.risk')}</span>
          </p>
          <p className="hero-now mt-6">
            <span className="chip lg">
              <MarketLine />
            </span>
            <VipUntil />
          </p>
        </div>
        <ReplayCard />
      </div>
    </section>
  );
}

/** Hidden unless the operator has configured an instant in the future. */
function VipUntil() {
  const { t, f } = usePhrases();
  const settings = useSiteSettings();
  const [openedAt] = useState(Date.now);
  const until = Date.parse(settings?.vipFreeUntil ?? '');
  if (!(until > openedAt)) return null;
  return <span className="chip lg">{t('home.vipUntil', { time: `${f.date(until)}, ${f.clock(until)}` })}</span>;
}
