import { AtSign, BookOpen, Gift, Mail, MessagesSquare, Pause, Play, ScrollText, Send, SquarePlay } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { brand } from 'virtual:brand';
import { type SocialNetwork, socialNetworks } from '#domain/brand.ts';
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

/** Below the first view of nearly every page, so drawn, and its banner moved, only when near. */
function Footer() {
  const { t, lang } = usePhrases();
  const hasContest = useSiteSettings()?.hasContest === true;
  return (
    <footer className="ft border-t border-line bg-(--bg-deep) relative z-[calc(var(--z-season)+1)] mt-auto [content-visibility:auto] [contain-intrinsic-size:auto_780px] min-[721px]:[contain-intrinsic-height:auto_640px]">
      <BrandBanner />
      <div className="wrap">
        <div className="grid grid-cols-[1.6fr_1fr_1fr_1fr] gap-8 pt-12 pb-10 *:min-w-0 phone:grid-cols-[1fr_1fr] phone:gap-x-4 phone:gap-y-7 phone:pt-9 phone:pb-7 tiny:grid-cols-1">
          <div className="phone:col-span-full flex flex-col gap-3">
            <span className="logo">
              <BrandMark />
              <span>{brand.name}</span>
            </span>
            <p className="text-14 max-w-[34ch]">{t('common.tagline')}</p>
          </div>
          <Community />
          <FooterNav id="footer-help" title={t('common.footer.help')}>
            <FooterLink href={`mailto:${brand.supportEmail}`} icon={Mail} text={breakable(brand.supportEmail)} />
            <PageLink to={paths.wiki(lang)} icon={BookOpen} text={t('common.header.wiki')} />
            <PageLink to={paths.record(lang)} icon={ScrollText} text={t('common.header.record')} />
            {hasContest && <PageLink to={paths.contest(lang)} icon={Gift} text={t('common.footer.contest')} />}
          </FooterNav>
          <FooterNav id="footer-documents" title={t('common.footer.documents')}>
            <DocumentLink href={paths.terms(lang)} text={t('common.footer.terms')} />
            <DocumentLink href={paths.privacyPolicy(lang)} text={t('common.footer.privacy')} />
            <DocumentLink href={paths.cookiePolicy(lang)} text={t('common.footer.cookies')} />
          </FooterNav>
        </div>
        <div className="flex justify-between items-baseline gap-6 pt-5 pb-7 border-t border-line text-[length:var(--fs-13)] text-ink-3 [&>:not(p)]:flex-none [&>:not(p)]:whitespace-nowrap phone:flex-col-reverse phone:items-start phone:gap-3.5 phone:[&>:not(p)]:whitespace-normal">
          <span suppressHydrationWarning className="max-w-[44ch] whitespace-normal!">
            {t('common.footer.rights', { year })}
            {brand.company && ` · ${brand.company.name}, ${brand.company.address}`}
          </span>
          <BannerPause />
          <SeasonSwitch />
          <p className="max-w-[88ch]">{t('common.risk')}</p>
        </div>
      </div>
    </footer>
  );
}

/** The chat and the brand's channels; nothing where there are none. */
function Community() {
  const { t } = usePhrases();
  const { links, social } = brand;
  if (links.chat === null && Object.keys(social).length === 0) return null;
  return (
    <FooterNav id="footer-community" title={t('common.footer.community')}>
      {links.chat && <FooterLink href={links.chat} icon={MessagesSquare} text={t('common.footer.chat')} />}
      {socialNetworks.map((network) => {
        const href = social[network];
        const { icon, name } = networks[network];
        return href && <FooterLink key={network} href={href} icon={icon} text={name ?? t('common.footer.channel')} />;
      })}
    </FooterNav>
  );
}

/** Proper names are the same in each language. */
const networks: Readonly<Record<SocialNetwork, { readonly icon: typeof Mail; readonly name: string | null }>> = {
  telegram: { icon: Send, name: null },
  youtube: { icon: SquarePlay, name: 'YouTube' },
  instagram: { icon: AtSign, name: 'Instagram' },
  facebook: { icon: AtSign, name: 'Facebook' },
  tiktok: { icon: AtSign, name: 'TikTok' },
  x: { icon: AtSign, name: 'X' },
  discord: { icon: MessagesSquare, name: 'Discord' },
};

function FooterNav({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={id}>
      <h2
        className="mb-3 font-(family-name:--font-text) text-[length:var(--fs-14)] font-medium tracking-[0] text-ink-3"
        id={id}
      >
        {title}
      </h2>
      <ul>{children}</ul>
    </nav>
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
      {Array.from({ length: 18 }, (_, index) => (
        <span key={`word-${index + 1}`} className={index % 3 === solidAt ? 'f' : ''}>
          {brand.name}
        </span>
      ))}
    </div>
  );
}

const footerLink = 'inline-flex items-center gap-2.25 py-1.25 text-[15px] text-ink-2 wrap-anywhere phone:text-[14px]';

function FooterLink({ href, icon: Icon, text }: { href: string; icon: typeof Mail; text: ReactNode }) {
  return (
    <li>
      <a className={footerLink} href={href} rel="noreferrer">
        <Icon className="ic size-4.25 text-ink-3" />
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
      <Link className={footerLink} to={to}>
        <Icon className="ic size-4.25 text-ink-3" />
        {text}
      </Link>
    </li>
  );
}

/** Opens in a new tab, because the user may be in the middle of a form. */
function DocumentLink({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a className={footerLink} href={href} target="_blank" rel="noopener">
        {text}
      </a>
    </li>
  );
}

const footerSwitch =
  'min-h-6 p-0 border-0 bg-transparent text-ink-3 [font:inherit] underline decoration-(--line-3) underline-offset-4 cursor-pointer hover:text-ink-1';

function BannerPause() {
  const { t } = usePhrases();
  const isPaused = useStored('banner-paused') === 'yes';
  const Icon = isPaused ? Play : Pause;
  return (
    <button
      type="button"
      className={`${footerSwitch} inline-flex items-baseline gap-2 text-left`}
      onClick={() => writeStored('banner-paused', isPaused ? null : 'yes')}
    >
      <Icon className="ic size-4 self-center" />
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
    <button type="button" className={footerSwitch} onClick={() => chooseAppTheme(isOn ? 'basic' : 'halloween')}>
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
