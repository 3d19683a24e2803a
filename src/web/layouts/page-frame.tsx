import { FlaskConical, Inbox, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { defaultLanguage } from '#domain/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Rich } from '../language/rich.tsx';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { optionalView } from '../routing/lazy-view.tsx';
import { useWorkingStats } from '../session/working-stats.ts';
import { useStored, writeStored } from '../storage/stored.ts';
import { useSiteSettings } from '../theme/site-settings.ts';
import { Toasts } from '../ui/feedback/toast.tsx';
import { Announcements } from '../ui/feedback/announcer.tsx';
import { useSwitchLanguage } from './header/language-menu.tsx';
import { SiteNoticeStrip } from './site-notice.tsx';

/** The frame of every page: skip link, demo strip, announcements and error messages. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { t } = usePhrases();
  return (
    <>
      <Button look="p" className="skip" href="#content" text={t('common.skipToContent')} />
      <CookieNotice />
      <EnglishOffer />
      <SiteNoticeStrip />
      <DemoStrip />
      {children}
      <Announcements />
      <Toasts />
      <PageExtrasGate />
    </>
  );
}

/**
 * For a reader whose browser speaks none of the languages, who therefore gets the Ukrainian pages: the
 * boot script shows it. In English whatever the page.
 */
function EnglishOffer() {
  const { lang } = usePhrases();
  const switchTo = useSwitchLanguage();
  if (useStored('english-offer') === 'closed' || lang !== defaultLanguage) return null;
  return (
    <section
      className="[:root:not([data-speaks])_&]:hidden py-1 border-b border-line bg-s1 text-[length:var(--fs-14)]"
      lang="en"
      aria-label="Language"
    >
      <div className="wrap flex items-center justify-between gap-4">
        <p>
          This page is in Ukrainian.{' '}
          <button type="button" className="link-btn" onClick={() => switchTo('en')}>
            Read it in English
          </button>
        </p>
        <button
          type="button"
          className="ibtn bare"
          aria-label="Close"
          onClick={() => writeStored('english-offer', 'closed')}
        >
          <X className="ic" />
        </button>
      </div>
    </section>
  );
}

/**
 * States that the prices are not from a live market. Until the server has confirmed it, the strip
 * is rendered invisibly unless the page was served as a demo page (`data-demo`): inserting it late
 * would shift the layout.
 */
function DemoStrip() {
  const { t } = usePhrases();
  const feed = useWorkingStats()?.feed;
  if (feed?.live) return null;
  const { kind = 'simulated' } = feed ?? {};
  const named = kind === 'simulated' || kind === 'replay' ? kind : 'other';
  return (
    <section
      className={`demo [background:repeating-linear-gradient(-45deg,var(--warn-soft)_0_14px,transparent_14px_28px),var(--s1)] border-b border-(--warn-line) text-[length:var(--fs-14)] leading-[1.4] ${feed ? '' : 'unsure [html:not([data-demo])_&]:hidden'}`}
      aria-label={t('common.demo.label')}
    >
      <div className="wrap flex items-center gap-3.5 min-h-13 py-1.5 phone:gap-x-2.5 phone:gap-y-1.5 laptop:min-h-14 phone:min-h-15 phone:py-2">
        <Chip className="warn tiny:hidden" icon={FlaskConical} text={t('common.demo.label')} />
        <p className="[&_b]:text-ink-1 [&_b]:font-semibold phone:flex-1 phone:min-w-45 phone:text-[13px]">
          <Rich text={t(`common.demo.${named}`)} />
        </p>
        <MailboxLink />
      </div>
    </section>
  );
}

/** Link to the stored mails of a demo, which are never sent. */
function MailboxLink() {
  const { t, lang } = usePhrases();
  const { pathname } = useLocation();
  // Room for the link that appears later; on a wide screen it moves nothing.
  if (!useSiteSettings()?.hasMailbox)
    return (
      <span className="hidden phone:block phone:flex-none phone:w-10 phone:ml-auto phone:-mr-2" aria-hidden="true" />
    );
  const isHere = pathname.startsWith(paths.mailbox(lang));
  return (
    <nav className="ml-auto flex gap-1 flex-none phone:-mr-2" aria-label={t('common.demo.label')}>
      <Link
        aria-label={t('common.demo.mailbox')}
        to={paths.mailbox(lang)}
        className={`relative flex items-center gap-2 min-h-10 px-3 rounded-sm text-ink-1 font-[560] whitespace-nowrap laptop:px-2.75 laptop:min-h-11 ${isHere ? 'bg-s3' : ''}`}
        aria-current={isHere ? 'page' : undefined}
      >
        <Inbox className="ic size-4.5" />
        <span className="laptop:hidden">{t('common.demo.mailbox')}</span>
      </Link>
    </nav>
  );
}

/**
 * What this browser stores. Nothing is optional, so there is nothing to reject. Above the page, so
 * that it covers nothing, and part of prerendered pages; the boot script hides it once accepted.
 */
function CookieNotice() {
  const { t, lang } = usePhrases();
  if (useStored('cookie-notice') === 'accepted') return null;
  return (
    <section
      className="cookie [[data-cookies='accepted']_&]:hidden flex items-center justify-center gap-x-4 gap-y-1.5 min-h-12 px-(--pad-page) bg-(--bg-deep) border-b border-line text-[length:var(--fs-14)] leading-[1.35] noscript:hidden phone:gap-3 phone:w-full phone:py-2.5 phone:pr-2.5 phone:pl-3.5 phone:text-[length:var(--fs-13)]"
      aria-label={t('common.cookie.label')}
    >
      <span>
        {t('common.cookie.text')} <TextLink to={paths.cookiePolicy(lang)} text={t('common.cookie.more')} />
      </span>
      <Button look="g sm" className="flex-none" onClick={acceptCookies} text={t('common.cookie.accept')} />
    </section>
  );
}

/** The button disappears with the notice: focus moves to the page, without scrolling. */
function acceptCookies(): void {
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  writeStored('cookie-notice', 'accepted');
}

const PageExtras = optionalView(() => import('./page-extras.tsx'));

const idleWithinMs = 2_000;

function PageExtrasGate() {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const begin = (): void => setIsDue(true);
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(begin, 1);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(begin, { timeout: idleWithinMs });
    return () => cancelIdleCallback(handle);
  }, []);
  if (!isDue) return null;
  return <PageExtras />;
}
