import {
  Activity,
  ArrowLeft,
  Gauge,
  Gift,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareText,
  Radio,
  ScrollText,
  ServerCog,
  ShieldAlert,
  Users,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation, useParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { Language } from '#domain/language.ts';
import { Button } from '#web/ui/button.tsx';
import { pageTitle, unlisted } from '../language/page-title.ts';
import type { Phrases } from '../language/phrase-book.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { DocumentHead } from '../routing/document-head.tsx';
import NotFound from '../screens/not-found/not-found.tsx';
import { ConfirmDialog } from '../second-factor/confirm-dialog.tsx';
import { useSession } from '../session/session-store.ts';
import { useSignedIn } from '../session/next-step.ts';
import { Loader } from '../ui/feedback/loader.tsx';
import { Toasts } from '../ui/feedback/toast.tsx';
import { Announcements } from '../ui/feedback/announcer.tsx';
import { BrandLink } from './header/brand-link.tsx';
import { LanguageMenu } from './header/language-menu.tsx';

/**
 * Layout of the admin pages. Other users get the not-found page; the server checks access
 * independently.
 */
export default function AdminLayout() {
  const { t } = usePhrases();
  const user = useSignedIn();
  if (!user) {
    return (
      <div className="boot">
        <Loader label={t('common.loading')} />
      </div>
    );
  }
  return user.roles.includes('admin') ? <Shell user={user} /> : <NotFound />;
}

function Shell({ user }: { user: User }) {
  const { t, lang } = usePhrases();
  const session = useSession();
  const isMissing = session.kind === 'in' && session.secondFactor === 'missing';
  return (
    <div className="adm">
      <Button look="p" className="skip" href="#content" text={t('common.skipToContent')} />
      <aside className="adm-n">
        <div className="adm-l">
          <BrandLink />
          <span className="chip">{t('admin.role')}</span>
          <span className="adm-lang">
            <LanguageMenu />
          </span>
        </div>
        <Menu />
        <div className="adm-u">
          <span className="text-13 text-ink-3 wrap-anywhere">{user.email}</span>
          <LanguageMenu />
          <Link className="text-14 text-ink-1 flex items-center gap-2" to={paths.signal(lang)}>
            <ArrowLeft className="ic size-4" />
            {t('admin.back')}
          </Link>
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="adm-m">
        {isMissing ? <SecondFactorMissing /> : <Outlet />}
      </main>
      <ConfirmDialog />
      <Announcements />
      <Toasts />
    </div>
  );
}

/** A column; in a narrow window a row that scrolls to the current page. */
function Menu() {
  const phrases = usePhrases();
  const { t, lang } = phrases;
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]');
    const row = current?.parentElement;
    if (current && row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={menu} aria-label={t('admin.label')}>
      {adminMenu.map(({ path, icon: Icon, label }) => (
        <NavLink
          key={path(lang)}
          to={path(lang)}
          end={path === paths.admin}
          className={({ isActive }) => (isActive ? 'on' : '')}
        >
          <Icon className="ic" />
          {label(phrases)}
        </NavLink>
      ))}
      <Link className="adm-out" to={paths.signal(lang)}>
        {t('admin.back')}
      </Link>
    </nav>
  );
}

interface AdminMenuEntry {
  readonly path: (lang: Language) => string;
  readonly icon: LucideIcon;
  readonly label: (phrases: Phrases) => string;
}

/** The admin pages, in menu order. */
const adminMenu: readonly AdminMenuEntry[] = [
  { path: paths.admin, icon: Gauge, label: ({ t }) => t('admin.overview.title') },
  { path: paths.adminUsers, icon: Users, label: ({ t }) => t('admin.users.title') },
  { path: (lang) => paths.adminSignals(lang), icon: Radio, label: ({ t }) => t('admin.signals.title') },
  { path: paths.adminCampaigns, icon: Megaphone, label: ({ t }) => t('admin.campaigns.title') },
  { path: paths.adminReviews, icon: MessageSquareText, label: ({ t }) => t('admin.reviews.title') },
  { path: paths.adminContest, icon: Gift, label: () => 'Challenge' },
  { path: paths.adminModels, icon: Activity, label: ({ t }) => t('admin.models.title') },
  { path: paths.adminOutbox, icon: Mail, label: ({ t }) => t('admin.outbox.title') },
  { path: paths.adminSystem, icon: ServerCog, label: ({ t }) => t('admin.system.title') },
  { path: paths.adminAudit, icon: ScrollText, label: ({ t }) => t('admin.audit.title') },
];

const missingMeta = unlisted(pageTitle(({ t }) => t('secondFactor.missing.title')));

/** Instead of every admin page: the server answers none of them yet. */
function SecondFactorMissing() {
  const { t, lang } = usePhrases();
  const params = useParams();
  return (
    <div className="state">
      <DocumentHead facts={missingMeta({ params })} />
      <ShieldAlert className="ic" />
      <h1 className="h2">{t('secondFactor.missing.title')}</h1>
      <p>{t('secondFactor.missing.text')}</p>
      <div className="acts">
        <Button look="p" to={`${paths.account(lang)}#second-factor`} text={t('secondFactor.missing.open')} />
      </div>
    </div>
  );
}
