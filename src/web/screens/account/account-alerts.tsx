import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { AccountPage } from './account-page.tsx';
import { ForecastAlerts } from './forecast-alerts.tsx';
import { RequestedMails } from './requested-mails.tsx';
import { SignalAlerts } from './signal-alerts.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.pages.alerts')));

/** Everything that the product may tell the user by itself. */
export default function AccountAlerts() {
  return (
    <AccountPage>
      {() => (
        <>
          <ForecastAlerts />
          <SignalAlerts />
          <RequestedMails />
        </>
      )}
    </AccountPage>
  );
}
