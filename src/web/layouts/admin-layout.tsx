import { ArrowLeft, Megaphone } from 'lucide-react';
import { Link, NavLink, Outlet } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import NotFound from '../screens/not-found/not-found.tsx';
import { useSignedIn } from '../session/use-signed-in.ts';
import { Loader } from '../ui/loader.tsx';
import { Toasts } from '../ui/toast.tsx';
import { BrandLink } from './brand-link.tsx';
import { LanguageMenu } from './language-menu.tsx';

/** The operator's part. Whoever is no admin finds nothing here; the server refuses them by itself. */
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
  return (
    <div className="adm">
      <aside className="adm-n">
        <div className="adm-l">
          <BrandLink />
          <LanguageMenu />
        </div>
        <nav aria-label={t('admin.label')}>
          <NavLink to={paths.adminCampaigns(lang)} className={({ isActive }) => (isActive ? 'on' : '')}>
            <Megaphone className="ic" aria-hidden="true" />
            {t('admin.campaigns.title')}
          </NavLink>
        </nav>
        <div className="adm-u">
          <span className="s13 t3 break-anywhere">
            {user.email}, {t('admin.role')}
          </span>
          <Link className="s14 t1 row g2" to={paths.signal(lang)}>
            <ArrowLeft className="ic size-4" aria-hidden="true" />
            {t('admin.back')}
          </Link>
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="adm-m">
        <Outlet />
      </main>
      <Toasts closeLabel={t('common.close')} />
    </div>
  );
}
