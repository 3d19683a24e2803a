import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { ConfirmDialog } from '#web/second-factor/confirm-form.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/next-step.ts';
import { useLeave } from '#web/layouts/header/leave-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';

/** The head that the four pages of the account share. For signed-in users; others sign in first. */
export function AccountPage({ children }: { readonly children: (user: User) => ReactNode }) {
  const { t } = usePhrases();
  const user = useSignedIn();
  const leave = useLeave();
  if (!user) {
    return <PageLoader />;
  }
  return (
    <div className="wrap max-w-240">
      <div className="ph">
        <h1 className="h2">{t('common.header.account')}</h1>
        <Button look="s sm" onClick={leave} icon={LogOut} text={t('account.signOut')} />
      </div>
      <Pages />
      <div className="flex flex-col gap-gutter [&>.card>.card-h]:px-card">{children(user)}</div>
      <ConfirmDialog />
    </div>
  );
}

function Pages() {
  const { t, lang } = usePhrases();
  const pages: readonly (readonly [address: string, name: string])[] = [
    [paths.account(lang), t('account.pages.profile')],
    [paths.accountAlerts(lang), t('common.header.alerts')],
    [paths.accountConnections(lang), t('account.pages.connections')],
    [paths.accountAppearance(lang), t('account.pages.appearance')],
  ];
  return (
    <nav
      className="flex gap-1 mb-6 overflow-x-auto [scrollbar-width:none] border-b border-line phone:gap-0 phone:justify-between"
      aria-label={t('common.header.account')}
    >
      {pages.map(([address, name]) => (
        <NavLink
          key={address}
          className="flex-none grid place-items-center min-h-11 px-3.5 text-ink-2 font-[520] border-b-2 phone:px-2 phone:text-[15px] border-transparent aria-[current]:border-ink-1 aria-[current]:text-ink-1"
          to={address}
          end
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
