import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { chooseRecapMail, getRecapMail } from '#web/api/account-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { useErrorToast } from '#web/ui/use-error-toast.ts';

const key = ['recap-mail'] as const;

/** Whether the daily recap comes by mail; off until turned on. */
export function RecapMail() {
  const { t, lang } = usePhrases();
  const queries = useQueryClient();
  const { data, error } = useRead(key, getRecapMail, { staleTime: 0 });
  const choose = useAction(async (isOn: boolean) => {
    queries.setQueryData(key, await chooseRecapMail(isOn));
  }, useErrorToast());
  const isOn = data?.isOn === true;
  return (
    <section className="card" aria-labelledby="recap-mail">
      <div className="card-h">
        <h2 className="h3" id="recap-mail">
          {t('account.recapMail.title')}
        </h2>
        <Link className="link text-14" to={paths.recap(lang)}>
          {t('account.recapMail.open')}
        </Link>
      </div>
      <div className="account-dl">
        <div className="switch-rows">
          <SwitchRow
            label={t('account.recapMail.label')}
            note={t(error && !data ? 'account.recapMail.failed' : 'account.recapMail.note')}
            isOn={isOn}
            isDisabled={!data || choose.isBusy}
            onToggle={() => void choose.run(!isOn)}
          />
        </div>
      </div>
    </section>
  );
}
