import { BookOpen, Gift, Mail, MessagesSquare, Pause, Play, ScrollText, Send, SquarePlay } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { brand } from '#domain/brand.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { localizedPath, paths } from '../paths.ts';
import { optionalView } from '../routing/lazy-view.tsx';
import { useSession } from '../session/session-store.ts';
import { useStored, writeStored } from '../storage/stored.ts';
import { chooseAppTheme, useDecorations } from '../theme/appearance.ts';
import { useSiteSettings } from '../theme/site-settings.ts';
import { BrandMark } from './header/brand-link.tsx';
import { Header } from './header/header.tsx';
import { PageFrame } from './page-frame.tsx';

export default function MainLayout() {
  const { lang } = usePhrases();
  const isHome = localizedPath(useLocation().pathname, lang) === paths.home(lang);
  return (
    <div className={isHome ? 'page' : 'page app'}>
      <PageFrame>
        <Header />
        <main id="content" tabIndex={-1} className={isHome ? undefined : 'main'}>
          <Outlet />
        </main>
        <Footer />
        <TutorialGate />
      </PageFrame>
    </div>
  );
}

const year = new Date().getFullYear();

function Footer() {
  const { t, lang } = usePhrases();
  const hasContest = useSiteSettings()?.hasContest === true;
  return (
    <footer className="ft">
      <BrandBanner />
      <div className="wrap">
        <div className="ft-g">
          <div className="flex flex-col gap-3">
            <span className="logo">
              <BrandMark />
              <span>{brand.name}</span>
            </span>
            <p className="text-14 max-w-[34ch]">{t('common.tagline')}</p>
          </div>
          <nav aria-labelledby="footer-community">
            <h2 className="ft-h" id="footer-community">
              {t('common.footer.community')}
            </h2>
            <ul>
              <FooterLink href={brand.links.telegram} icon={Send} text={t('common.footer.channel')} />
              <FooterLink href={brand.links.chat} icon={MessagesSquare} text={t('common.footer.chat')} />
              <FooterLink href={brand.links.youtube} icon={SquarePlay} text={t('common.footer.youtube')} />
            </ul>
          </nav>
          <nav aria-labelledby="footer-help">
            <h2 className="ft-h" id="footer-help">
              {t('common.footer.help')}
            </h2>
            <ul>
              <FooterLink href={`mailto:${brand.supportEmail}`} icon={Mail} text={breakable(brand.supportEmail)} />
              <PageLink to={paths.wiki(lang)} icon={BookOpen} text={t('common.header.wiki')} />
              <PageLink to={paths.record(lang)} icon={ScrollText} text={t('common.header.record')} />
              {hasContest && <PageLink to={paths.contest(lang)} icon={Gift} text={t('common.footer.contest')} />}
            </ul>
          </nav>
          <nav aria-labelledby="footer-documents">
            <h2 className="ft-h" id="footer-documents">
              {t('common.footer.documents')}
            </h2>
            <ul>
              <DocumentLink href={paths.terms(lang)} text={t('common.footer.terms')} />
              <DocumentLink href={paths.privacyPolicy(lang)} text={t('common.footer.privacy')} />
              <DocumentLink href={paths.cookiePolicy(lang)} text={t('common.footer.cookies')} />
            </ul>
          </nav>
        </div>
        <div className="ft-b">
          <span suppressHydrationWarning>{t('common.footer.rights', { year, brand: brand.name })}</span>
          <BannerPause />
          <SeasonSwitch />
          <p>{t('common.risk')}</p>
        </div>
      </div>
    </footer>
  );
}

/** The brand word nine times in each of two rows; rendered twice for a seamless loop. */
function BrandBanner() {
  const isPaused = useStored('banner-paused') === 'yes';
  return (
    <div className={isPaused ? 'marq paused' : 'marq'}>
      <BannerRow solidAt={1} />
      <BannerRow solidAt={0} />
    </div>
  );
}

function BannerRow({ solidAt }: { solidAt: number }) {
  return (
    <div className="r" aria-hidden="true">
      {Array.from({ length: 18 }, (_, place) => (
        <span key={`word-${place + 1}`} className={place % 3 === solidAt ? 'f' : ''}>
          {brand.name}
        </span>
      ))}
    </div>
  );
}

function FooterLink({ href, icon: Icon, text }: { href: string; icon: typeof Mail; text: ReactNode }) {
  return (
    <li>
      <a href={href} rel="noreferrer">
        <Icon className="ic" />
        {text}
      </a>
    </li>
  );
}

/** Lets a long e-mail address wrap at the @ sign instead of inside a word. */
function breakable(address: string): ReactNode {
  const [name, host] = address.split('@');
  return (
    <span>
      {name}
      <wbr />@{host}
    </span>
  );
}

function PageLink({ to, icon: Icon, text }: { to: string; icon: typeof Mail; text: string }) {
  return (
    <li>
      <Link to={to}>
        <Icon className="ic" />
        {text}
      </Link>
    </li>
  );
}

/** Opens in a new tab, because the user may be in the middle of a form. */
function DocumentLink({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener">
        {text}
      </a>
    </li>
  );
}

function BannerPause() {
  const { t } = usePhrases();
  const isPaused = useStored('banner-paused') === 'yes';
  const Icon = isPaused ? Play : Pause;
  return (
    <button
      type="button"
      className="season-switch marq-pause"
      onClick={() => writeStored('banner-paused', isPaused ? null : 'yes')}
    >
      <Icon className="ic" />
      {isPaused ? t('common.footer.playBanner') : t('common.footer.pauseBanner')}
    </button>
  );
}

/** Removes the decorations and brings them back, for visitors too; nothing out of season. */
function SeasonSwitch() {
  const { t } = usePhrases();
  const isOn = useDecorations();
  const isInSeason = useSiteSettings()?.decorations === true;
  if (!isOn && !isInSeason) return null;
  return (
    <button type="button" className="season-switch" onClick={() => chooseAppTheme(isOn ? 'basic' : 'halloween')}>
      {t(isOn ? 'common.footer.noDecorations' : 'common.footer.decorations')}
    </button>
  );
}

/** Visitors see no tutorial and do not load it; a load error hides the tutorial. */
const TutorialHost = optionalView(() => import('../tutorial/tutorial-host.tsx'));

function TutorialGate() {
  const session = useSession();
  if (session.kind !== 'in') return null;
  return <TutorialHost key={session.user.id} user={session.user} />;
}
