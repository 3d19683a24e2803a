import {
  Activity,
  ArrowLeft,
  BadgeCheck,
  Gauge,
  Gift,
  Mail,
  Megaphone,
  MessageSquareText,
  Radio,
  ScrollText,
  ShieldAlert,
  Siren,
  Users,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation, useParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { Button } from '#web/ui/button.tsx';
import { operatorTitle } from '../language/page-title.ts';
import { usePathLanguage } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { DocumentHead } from '../routing/document-head.tsx';
import NotFound from '../screens/not-found/not-found.tsx';
import { ConfirmDialog } from '../second-factor/confirm-form.tsx';
import { useSession } from '../session/session-store.ts';
import { useSignedIn } from '../session/next-step.ts';
import { Loader } from '../ui/feedback/loader.tsx';
import { Toasts } from '../ui/feedback/toast.tsx';
import { Announcements } from '../ui/feedback/announcer.tsx';
import { BrandLink } from './header/brand-link.tsx';
import { SiteNoticeStrip } from './site-notice.tsx';

/** In English. Other users get the not-found page; the server checks access independently. */
export default function AdminLayout() {
  const user = useSignedIn();
  if (!user) {
    return (
      <div className="boot min-h-screen grid place-items-center">
        <Loader label="Loading" />
      </div>
    );
  }
  return user.roles.includes('admin') ? <Shell user={user} /> : <NotFound />;
}

function Shell({ user }: { user: User }) {
  const lang = usePathLanguage();
  const session = useSession();
  const isMissing = session.kind === 'in' && session.secondFactor === 'missing';
  return (
    <>
      <SiteNoticeStrip />
      <div className="adm grid min-h-screen grid-cols-[240px_minmax(0,1fr)] laptop:grid-cols-[minmax(0,1fr)] laptop:grid-rows-[auto_1fr]">
        <Button look="p" className="skip" href="#content" text="Skip to content" />
        <aside className="flex flex-col gap-3 border-r border-line bg-(--bg-deep) px-3.5 py-5 laptop:gap-0 laptop:border-r-0 laptop:border-b laptop:px-4 laptop:pt-3 laptop:pb-0">
          <div className="flex items-center justify-between px-2 pb-2 laptop:px-0 laptop:pb-1">
            <BrandLink />
            <span className="chip">operator</span>
          </div>
          <Menu />
          <div className="sticky bottom-5 mt-auto grid gap-2 border-t border-line px-3 pt-3.5 laptop:hidden">
            <span className="text-13 text-ink-3 wrap-anywhere">{user.email}</span>
            <Link className="flex min-h-11 items-center gap-2 text-14 text-ink-1" to={paths.signal(lang)}>
              <ArrowLeft className="ic size-4" />
              Back to the app
            </Link>
          </div>
        </aside>
        <main
          id="content"
          tabIndex={-1}
          className="w-full max-w-[1280px] min-w-0 px-[clamp(16px,2.6vw,40px)] pt-8 pb-16 laptop:pt-6"
        >
          {isMissing ? <SecondFactorMissing /> : <Outlet />}
        </main>
        <ConfirmDialog />
        <Announcements />
        <Toasts />
      </div>
    </>
  );
}

/** A column; in a narrow window a row that scrolls to the current page. */
function Menu() {
  const lang = usePathLanguage();
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]');
    const row = current?.parentElement;
    if (current && row) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav
      ref={menu}
      className="sticky top-5 grid gap-0.5 laptop:relative laptop:top-0 laptop:-mx-4 laptop:flex laptop:overflow-x-auto laptop:px-1.5 laptop:[scrollbar-width:none]"
      aria-label="Administration"
    >
      {adminMenu.map(([path, Icon, label]) => (
        <NavLink
          key={label}
          to={path(lang)}
          end={path === paths.admin}
          className={`${menuLink} flex text-ink-2 aria-[current=page]:bg-s2 aria-[current=page]:text-ink-1 laptop:aria-[current=page]:bg-transparent laptop:aria-[current=page]:shadow-[inset_0_-2px_0_var(--t1)]`}
        >
          <Icon className="ic size-5 text-ink-3 in-aria-[current=page]:text-ink-1 laptop:hidden" />
          {label}
        </NavLink>
      ))}
      <Link className={`${menuLink} hidden text-ink-1 laptop:flex`} to={paths.signal(lang)}>
        Back to the app
      </Link>
    </nav>
  );
}

const menuLink =
  'min-h-11 items-center gap-3 rounded-sm px-3 text-[15px] font-medium laptop:flex-none laptop:rounded-none laptop:px-2.5 laptop:whitespace-nowrap laptop:focus-visible:-outline-offset-3';

/** The admin pages, in menu order. */
const adminMenu = [
  [paths.admin, Gauge, 'Overview'],
  [paths.adminUsers, Users, 'Users'],
  [paths.adminClaims, BadgeCheck, 'Claims'],
  [paths.adminSignals, Radio, 'Signals'],
  [paths.adminCampaigns, Megaphone, 'Campaigns'],
  [paths.adminReviews, MessageSquareText, 'Reviews'],
  [paths.adminContest, Gift, 'Challenge'],
  [paths.adminModels, Activity, 'Models'],
  [paths.adminNotices, Siren, 'Notices'],
  [paths.adminOutbox, Mail, 'Email'],
  [paths.adminAudit, ScrollText, 'Audit log'],
] as const;

const missingMeta = operatorTitle('A second step is needed');

/** Instead of every admin page: the server answers none of them yet. */
function SecondFactorMissing() {
  const lang = usePathLanguage();
  const params = useParams();
  return (
    <div className="state">
      <DocumentHead facts={missingMeta({ params })} />
      <ShieldAlert className="ic" />
      <h1 className="h2">A second step is needed</h1>
      <p>The admin pages open only to accounts with two-step sign-in. Add an authenticator app.</p>
      <div className="acts">
        <Button look="p" to={`${paths.account(lang)}#second-factor`} text="Set it up" />
      </div>
    </div>
  );
}
