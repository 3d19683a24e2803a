import { useIsFetching } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { listMails } from '#web/api/calls/account-calls.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useRead } from '#web/api/use-read.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { MailList } from './mail-list.tsx';
import { MailView } from './mail-view.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.mailbox.pageTitle')));

const mailsKey = ['mailbox'] as const;

/** All mails of the demo, which has no mail server and no secrets. Exists only in the demo. */
export default function Mailbox() {
  const { t } = usePhrases();
  const { data: mails, error, refetch } = useRead(mailsKey, listMails, { staleTime: 0, refetchInterval: 5_000 });
  const isFetching = useIsFetching({ queryKey: mailsKey, exact: true }) > 0;
  useNotFound(isApiError(error, 'not_found'));
  const [query, setQuery] = useSearchParams();
  const to = query.get('to');
  const shown = mails?.filter((mail) => to === null || mail.to === to) ?? [];
  const chosen = shown.find(({ id }) => id === query.get('mail')) ?? shown[0];
  const filterBy = (address: string): void => setQuery(address ? { to: address } : {}, { replace: true });
  return (
    <div className="wrap">
      <div className="ph">
        <div className="flex flex-col gap-1">
          <h1 className="h2">{t('account.mailbox.title')}</h1>
          <p className="text-14 text-ink-3">{t('account.mailbox.lead')}</p>
        </div>
        <button type="button" className="btn btn-s btn-sm" aria-busy={isFetching} onClick={refetch}>
          <RefreshCw className="ic" aria-hidden="true" />
          <span className="lbl">{t('account.mailbox.refresh')}</span>
          <span className="sr-only">{t('account.mailbox.refresh')}</span>
        </button>
      </div>
      {mails && mails.length > 0 && (
        <AddressFilter addresses={[...new Set(mails.map((mail) => mail.to))]} chosen={to} onChoose={filterBy} />
      )}
      <section className="card mbx">
        <MailList mails={shown} chosen={chosen?.id} to={to} />
        {chosen ? (
          <MailView id={chosen.id} />
        ) : (
          <Nothing isLoading={mails === null && !error} hasFailed={error !== null} />
        )}
      </section>
    </div>
  );
}

/** Outside the demo the page is not found. */
function useNotFound(isMissing: boolean): void {
  const navigate = useNavigate();
  const { lang } = usePhrases();
  useEffect(() => {
    if (isMissing) void navigate(`${paths.mailbox(lang)}/none`, { replace: true });
  }, [isMissing, navigate, lang]);
}

interface AddressFilterProps {
  readonly addresses: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (address: string) => void;
}

function AddressFilter({ addresses, chosen, onChoose }: AddressFilterProps) {
  const { t } = usePhrases();
  return (
    <div className="field mbx-filter">
      <label htmlFor="to">{t('account.mailbox.filter')}</label>
      <select id="to" className="inp-t" value={chosen ?? ''} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{t('account.mailbox.everybody')}</option>
        {addresses.map((address) => (
          <option key={address}>{address}</option>
        ))}
      </select>
    </div>
  );
}

function Nothing({ isLoading, hasFailed }: { isLoading: boolean; hasFailed: boolean }) {
  const { t } = usePhrases();
  return (
    <div className="state">
      {isLoading ? (
        <Loader label={t('common.loading')} />
      ) : (
        <p>{hasFailed ? t('account.mailbox.failed') : t('account.mailbox.empty')}</p>
      )}
    </div>
  );
}
