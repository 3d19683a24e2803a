import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestedMail } from '#contract/accounts.ts';
import { digestPaths } from '#contract/paths.ts';
import AlertSwitches from '#web/alerts/alert-switches.tsx';
import { getJson } from '#web/api/request.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useStored, writeStored } from '#web/storage/stored.ts';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { AccountPage } from './account-page.tsx';
import { ForecastAlerts } from './forecast-alerts.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('common.header.alerts')));

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
    <Card title={t('account.onDevice.onDevice')} titleId="alerts">
      <div className="account-dl">
        <AlertSwitches />
        <div className="switch-rows">
          <SwitchRow
            label={t('account.onDevice.chase')}
            note={t('account.onDevice.chaseNote')}
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
  const { t } = usePhrases();
  const queries = useQueryClient();
  const key = ['requested-mail', 'digest'] as const;
  const { data, error } = useQuery({ queryKey: key, queryFn: getDigestChoice, staleTime: 0 });
  const choose = useToastAction(async (isOn: boolean) => {
    queries.setQueryData(key, await chooseDigest(isOn));
  });
  const isOn = data?.isOn === true;
  return (
    <Card title={t('account.mails.title')} titleId="requested-mails">
      <div className="account-dl">
        <div className="switch-rows">
          <SwitchRow
            label={t('account.mails.digest.label')}
            note={t(error && !data ? 'account.mails.failed' : 'account.mails.digest.note')}
            isOn={isOn}
            isDisabled={!data || choose.isBusy}
            onToggle={() => void choose.run(!isOn)}
          />
        </div>
      </div>
    </Card>
  );
}

const getDigestChoice = (): Promise<RequestedMail> => getJson(digestPaths.mail);

const chooseDigest = (isOn: boolean): Promise<RequestedMail> =>
  getJson(digestPaths.mail, { method: 'PUT', body: { isOn } });
