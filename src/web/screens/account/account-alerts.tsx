import { useQueryClient, useQuery } from '@tanstack/react-query';
import AlertSwitches from '#web/alerts/alert-switches.tsx';
import { chooseMail, getMailChoice, type RequestedMailName } from '#web/api/calls/account-calls.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useStored, writeStored } from '#web/storage/stored.ts';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AccountPage } from './account-page.tsx';
import { ForecastAlerts } from './forecast-alerts.tsx';

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

/** Signal alerts of this browser, and whether chasing is offered after a loss. */
function SignalAlerts() {
  const { t } = usePhrases();
  const isOffered = useStored('chase') !== 'off';
  return (
    <Card title={t('automatic.alerts.onDevice')} titleId="alerts">
      <div className="account-dl">
        <AlertSwitches />
        <div className="switch-rows">
          <SwitchRow
            label={t('automatic.alerts.chase')}
            note={t('automatic.alerts.chaseNote')}
            isOn={isOffered}
            onToggle={() => writeStored('chase', isOffered ? 'off' : null)}
          />
        </div>
      </div>
    </Card>
  );
}

/** Mails that come only to those who ask for them. */
export function RequestedMails() {
  const { t, lang } = usePhrases();
  return (
    <Card
      title={t('account.mails.title')}
      titleId="requested-mails"
      aside={<TextLink className="text-14" to={paths.recap(lang)} text={t('account.mails.openRecap')} />}
    >
      <div className="account-dl">
        <div className="switch-rows">
          <MailSwitch mail="recap" />
          <MailSwitch mail="digest" />
        </div>
      </div>
    </Card>
  );
}

function MailSwitch({ mail }: { readonly mail: RequestedMailName }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const key = ['requested-mail', mail] as const;
  const { data, error } = useQuery({ queryKey: key, queryFn: () => getMailChoice(mail), staleTime: 0 });
  const choose = useToastAction(async (isOn: boolean) => {
    queries.setQueryData(key, await chooseMail(mail, isOn));
  });
  const isOn = data?.isOn === true;
  return (
    <SwitchRow
      label={t(`account.mails.${mail}.label`)}
      note={t(error && !data ? 'account.mails.failed' : `account.mails.${mail}.note`)}
      isOn={isOn}
      isDisabled={!data || choose.isBusy}
      onToggle={() => void choose.run(!isOn)}
    />
  );
}
