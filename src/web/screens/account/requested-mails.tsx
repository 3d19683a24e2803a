import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { chooseMail, getMailChoice, type RequestedMailName } from '#web/api/calls/account-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';

/** Mails that come only to those who ask for them. */
export function RequestedMails() {
  const { t, lang } = usePhrases();
  return (
    <section className="card" aria-labelledby="requested-mails">
      <div className="card-h">
        <h2 className="h3" id="requested-mails">
          {t('account.mails.title')}
        </h2>
        <Link className="link text-14" to={paths.recap(lang)}>
          {t('account.mails.openRecap')}
        </Link>
      </div>
      <div className="account-dl">
        <div className="switch-rows">
          <MailSwitch mail="recap" />
          <MailSwitch mail="digest" />
        </div>
      </div>
    </section>
  );
}

function MailSwitch({ mail }: { readonly mail: RequestedMailName }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const key = ['requested-mail', mail] as const;
  const { data, error } = useRead(key, () => getMailChoice(mail), { staleTime: 0 });
  const choose = useAction(async (isOn: boolean) => {
    queries.setQueryData(key, await chooseMail(mail, isOn));
  }, useErrorToast());
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
