import { useIsFetching, useQuery } from '@tanstack/react-query';
import { ExternalLink, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { MailboxMail } from '#contract/admin/outbox.ts';
import { isApiError } from '#web/api/api-error.ts';
import { callQuery } from '#web/api/queries.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/card.tsx';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('account.mailbox.pageTitle')));

const mailsQuery = callQuery('GET /api/mailbox');

/** All mails of the demo, which has no mail server and no secrets. Exists only in the demo. */
export default function Mailbox() {
  const { t } = usePhrases();
  const { data, error, refetch } = useQuery({ ...mailsQuery, staleTime: 0, refetchInterval: 5_000 });
  const mails = data?.items;
  const isFetching = useIsFetching(mailsQuery) > 0;
  useNotFound(isApiError(error, 'not_found'));
  const [query, setQuery] = useSearchParams();
  const to = query.get('to');
  const shown = mails?.filter((mail) => to === null || mail.to === to) ?? [];
  const chosen = shown.find(({ id }) => id === query.get('mail')) ?? shown[0];
  const filterBy = (address: string): void => setQuery(address ? { to: address } : {}, { replace: true });
  return (
    <div className="wrap">
      <PageHead title={t('account.mailbox.pageTitle')} lead={t('account.mailbox.lead')}>
        <button type="button" className="btn btn-s btn-sm" aria-busy={isFetching} onClick={() => void refetch()}>
          <RefreshCw className="ic" />
          <span className="lbl">{t('account.mailbox.refresh')}</span>
          <span className="sr-only">{t('account.mailbox.refresh')}</span>
        </button>
      </PageHead>
      <AddressFilter addresses={[...new Set(mails?.map((mail) => mail.to))]} chosen={to} onChoose={filterBy} />
      <section className="card grid grid-cols-[340px_minmax(0,1fr)] overflow-hidden min-h-120 tablet:grid-cols-1 tablet:content-start">
        <MailList mails={shown} chosen={chosen?.id} to={to} />
        {chosen ? (
          <MailView id={chosen.id} />
        ) : (
          <NoMail isLoading={mails === undefined && !error} hasFailed={error !== null} />
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
    <div className="field max-w-85 mb-4">
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

type MailInList = Omit<MailboxMail, 'text' | 'html'>;

interface MailListProps {
  readonly mails: readonly MailInList[];
  readonly chosen: string | undefined;
  /** The filter is kept while browsing mails. */
  readonly to: string | null;
}

function MailList({ mails, chosen, to }: MailListProps) {
  const { t, f } = usePhrases();
  return (
    <ul className="ml border-r border-line tablet:border-r-0" aria-label={t('account.mailbox.list')}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <Link
            className={`grid gap-1 py-3.5 px-4.5 border-b border-line leading-[1.4] focus-visible:[outline-offset:-3px] hover:bg-s2 ${mail.id === chosen ? 'bg-s2 shadow-[inset_3px_0_0_var(--t1)]' : ''}`}
            to={{ search: new URLSearchParams({ ...(to && { to }), mail: mail.id }).toString() }}
            aria-current={mail.id === chosen ? 'true' : undefined}
            lang={mail.lang}
          >
            <span className="flex items-center gap-3 justify-between">
              <b className="font-[560] text-ink-1 text-[15px]">{mail.subject}</b>
              <span className="text-13 text-ink-3 tabular-nums whitespace-nowrap">
                {f.moment(Date.parse(mail.queuedAt), serverClock.now())}
              </span>
            </span>
            <span className="text-13 text-ink-3 wrap-anywhere">{t('account.mailbox.to', { email: mail.to })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function MailView({ id }: { id: string }) {
  const { t } = usePhrases();
  const { data: mail, error } = useQuery({
    ...callQuery('GET /api/mailbox/:id', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (mail) return <Mail mail={mail} />;
  return (
    <div className="state">{error ? <p>{t('account.mailbox.failed')}</p> : <Loader label={t('common.loading')} />}</div>
  );
}

const forms = ['html', 'text'] as const;

function Mail({ mail }: { mail: MailboxMail }) {
  const { t } = usePhrases();
  const [form, setForm] = useState<(typeof forms)[number]>('html');
  const link = linkIn(mail.text);
  return (
    <article className="flex flex-col" aria-label={mail.subject} lang={mail.lang}>
      <MailHead mail={mail} />
      <div className="flex items-center flex-wrap mbx-bar py-2.5 px-5 border-b border-line gap-2">
        <SegmentedRadio
          className="sm min-w-55"
          name="mail-form"
          options={forms}
          chosen={form}
          label={(item) => t(`account.mailbox.${item}`)}
          onChoose={setForm}
          aria-label={t('account.mailbox.form')}
        />
        {link && (
          <Button
            look="g sm"
            className="ml-auto"
            href={link}
            icon={ExternalLink}
            text={t('account.mailbox.openLink')}
          />
        )}
      </div>
      {form === 'html' ? (
        <MailFrame mail={mail} />
      ) : (
        <pre className="mbx-text m-0 p-5 [font:14px/1.6_var(--font-mono)] text-ink-2 whitespace-pre-wrap wrap-anywhere">
          {mail.text}
        </pre>
      )}
    </article>
  );
}

/** The link of a mail's button, opened on this site whatever host it names. */
const linkPattern = /https?:\/\/\S+?(\/api\/auth\/activate\/\S+|\/[a-z]{2}\/reset-password#link=\S+)/;

/** The path of the link in a mail; null: the mail has none. */
export const linkIn = (text: string): string | null => linkPattern.exec(text)?.[1] ?? null;

function MailHead({ mail }: { mail: MailboxMail }) {
  const { t, f } = usePhrases();
  return (
    <dl className="py-3.5 px-5 border-b border-line text-[length:var(--fs-14)] leading-[1.6] *:grid *:grid-cols-[56px_1fr] *:gap-3 [&_dt]:text-ink-3 [&_dd]:wrap-anywhere">
      <Fact name={t('account.mailbox.toWhom')}>{mail.to}</Fact>
      <Fact name={t('account.mailbox.subject')} className="text-ink-1 font-semibold">
        {mail.subject}
      </Fact>
      <Fact name={t('account.mailbox.at')}>{f.moment(Date.parse(mail.queuedAt), serverClock.now())}</Fact>
    </dl>
  );
}

/** Scripts are disabled inside, and links open in place of this page. */
function MailFrame({ mail }: { mail: MailboxMail }) {
  const { t } = usePhrases();
  return (
    <iframe
      className="w-full h-180 border-0 bg-[#ece6d8] phone:h-230"
      title={t('account.mailbox.frame', { subject: mail.subject })}
      sandbox="allow-top-navigation-by-user-activation"
      srcDoc={framed(mail.html)}
    />
  );
}

/** The content security policy blocks style elements in the frame too, not attributes. */
const framed = (html: string): string =>
  html.replace(/<style[\s\S]*?<\/style>/gi, '').replace(/<head[^>]*>/i, '$&<base target="_top">');

function NoMail({ isLoading, hasFailed }: { isLoading: boolean; hasFailed: boolean }) {
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
