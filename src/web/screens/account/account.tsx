import { LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { ConfirmDialog } from '#web/second-factor/confirm-dialog.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useLeave } from '#web/session/use-leave.ts';
import { useSignedIn } from '#web/session/use-signed-in.ts';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { Appearance } from './appearance.tsx';
import { ChangeEmail } from './change-email.tsx';
import { Connections } from './connections/connections.tsx';
import { ForecastAlerts } from './forecast-alerts.tsx';
import { Help } from './help.tsx';
import { OwnData } from './own-data.tsx';
import { PasswordByMail } from './password-by-mail.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { SecondFactorSection } from './second-factor/second-factor-section.tsx';
import { RequestedMails } from './requested-mails.tsx';
import { SessionList } from './session-list.tsx';
import { SignalAlerts } from './signal-alerts.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.pageTitle')));

/** For signed-in users; others sign in first and are redirected back. */
export default function Account() {
  const { t, lang } = usePhrases();
  const user = useSignedIn();
  const leave = useLeave();
  if (!user) {
    return (
      <div className="state">
        <Loader label={t('common.loading')} />
      </div>
    );
  }
  return (
    <div className="wrap account">
      <div className="ph">
        <h1 className="h2">{t('account.title')}</h1>
        <div className="flex items-center flex-wrap gap-3 phone:gap-1">
          <Link className="btn btn-g btn-sm phone:px-1.5" to={paths.bankroll(lang)}>
            {t('account.bankroll')}
          </Link>
          {user.roles.includes('admin') && (
            <Link className="btn btn-g btn-sm phone:px-1.5" to={paths.admin(lang)}>
              {t('account.admin')}
            </Link>
          )}
          <button type="button" className="btn btn-s btn-sm" onClick={leave}>
            <LogOut className="ic" aria-hidden="true" />
            {t('account.signOut')}
          </button>
        </div>
      </div>
      <div className="flex flex-col account-cards">
        <PersonalInformation user={user} />
        <section className="card" aria-labelledby="security">
          <div className="card-h">
            <h2 className="h3" id="security">
              {t('account.security')}
            </h2>
          </div>
          <PasswordByMail email={user.email} />
          {user.isActivated && <ChangeEmail user={user} />}
          <SecondFactorSection email={user.email} />
          <SessionList />
        </section>
        <ForecastAlerts />
        <SignalAlerts />
        <RequestedMails />
        <Connections userId={user.id} />
        <Appearance />
        <Help />
        <OwnData email={user.email} />
      </div>
      <ConfirmDialog />
    </div>
  );
}
