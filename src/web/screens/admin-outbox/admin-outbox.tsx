import { useQueryClient } from '@tanstack/react-query';
import { MailX, Send } from 'lucide-react';
import type { Outbox, OutboxMail } from '#contract/admin/outbox.ts';
import { type MailStatus, mailStatuses } from '#domain/accounts/mail.ts';
import { OperatorList } from '#web/admin/operator-list.tsx';
import { usePages } from '#web/admin/use-pages.ts';
import { getOutbox, retryMail } from '#web/api/calls/admin-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { type AddressFilters, useAddressFilters } from '#web/filters/use-address-filters.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import type { Translate } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { TableOrCards } from '#web/ui/data-table.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.outbox.title')));

/** Delivery status of each mail; a pending one can be retried at once. */
export default function AdminOutbox() {
  const { t } = usePhrases();
  const filters = useAddressFilters(['status']);
  const pages = usePages({ key: 'outbox', query: filters.query, fetch: getOutbox });
  return (
    <>
      <PageHead title={t('admin.outbox.title')} lead={t('admin.outbox.lead')} />
      {(pages.data?.counts.kept ?? 0) > 0 && (
        <div className="adm-above">
          <Note icon={MailX}>{t('admin.outbox.kept')}</Note>
        </div>
      )}
      <OperatorList
        pages={pages}
        filters={<StatusFilter filters={filters} counts={pages.data?.counts ?? null} />}
        empty={t('admin.outbox.empty')}
      >
        {(mails) => <MailRows mails={mails} />}
      </OperatorList>
    </>
  );
}

interface StatusFilterProps {
  readonly filters: AddressFilters<'status'>;
  readonly counts: Outbox['counts'] | null;
}

/** Filter by delivery status, with the number of mails of each. */
function StatusFilter({ filters, counts }: StatusFilterProps) {
  const { t, f } = usePhrases();
  const chosen = filters.get('status');
  return (
    <fieldset className="filters adm-statuses">
      <legend className="sr-only">{t('admin.outbox.status')}</legend>
      {(['', ...mailStatuses] as const).map((status) => (
        <label key={status} className={status === chosen ? 'sel on' : 'sel'}>
          <input
            type="radio"
            className="sr-only"
            name="status"
            checked={status === chosen}
            onChange={() => filters.set('status', status)}
          />
          {statusName(status, t)}
          {/* Takes its place before it is loaded: the labels would wrap differently. */}
          {status !== '' && (
            <b className={counts ? 'tabular-nums' : 'tabular-nums invisible'}>{f.count(counts?.[status] ?? 0)}</b>
          )}
        </label>
      ))}
    </fieldset>
  );
}

function statusName(status: string, t: Translate): string {
  const known = mailStatuses.find((one) => one === status);
  return known ? t(`admin.outbox.statuses.${known}`) : t('admin.outbox.all');
}

function MailRows({ mails }: { readonly mails: readonly OutboxMail[] }) {
  const { t, f } = usePhrases();
  return (
    <TableOrCards
      className="tbl hist"
      rows={mails}
      getKey={({ id }) => id}
      columns={[
        [t('admin.outbox.kind'), ({ kind }) => t(`admin.outbox.kinds.${kind}`), 'pairc'],
        [t('admin.outbox.to'), ({ to }) => to, 'cell-text'],
        [t('admin.outbox.status'), ({ status }) => <StatusChip status={status} />],
        [t('admin.outbox.queuedAt'), ({ queuedAt }) => <QueuedTime at={queuedAt} />],
        [
          t('admin.outbox.attempts'),
          ({ attempts, nextAttemptAt }) => (
            <>
              {f.count(attempts)}
              {nextAttemptAt && (
                <span className="text-13 text-ink-3 adm-remark">
                  {t('admin.outbox.next')} <QueuedTime at={nextAttemptAt} />
                </span>
              )}
            </>
          ),
        ],
        [t('admin.outbox.fault'), ({ lastFault }) => lastFault ?? '—', 'cell-text adm-why text-13'],
        [
          <span key="retry" className="sr-only">
            {t('admin.outbox.retry')}
          </span>,
          (mail) => <RetryButton mail={mail} />,
          'acts',
        ],
      ]}
      cardClass="hrow adm-entry"
      card={(mail) => <MailCard mail={mail} />}
    />
  );
}

function MailCard({ mail }: { readonly mail: OutboxMail }) {
  const { t } = usePhrases();
  return (
    <>
      <b className="text-ink-1 font-semibold">{t(`admin.outbox.kinds.${mail.kind}`)}</b>
      <StatusChip status={mail.status} />
      <span className="text-13 text-ink-3 min-w-0 wrap-anywhere tabular-nums">
        {mail.to} · <QueuedTime at={mail.queuedAt} />
      </span>
      {mail.lastFault && <span className="text-13 min-w-0 wrap-anywhere">{mail.lastFault}</span>}
      <RetryButton mail={mail} />
    </>
  );
}

const tones: Record<MailStatus, string> = { queued: 'warn', sent: 'win', kept: '', refused: 'loss', given_up: 'loss' };

function StatusChip({ status }: { status: MailStatus }) {
  const { t } = usePhrases();
  return <span className={`chip ${tones[status]}`}>{t(`admin.outbox.statuses.${status}`)}</span>;
}

function QueuedTime({ at }: { at: string }) {
  const { f } = usePhrases();
  return <time dateTime={at}>{f.moment(Date.parse(at), serverClock.now())}</time>;
}

function RetryButton({ mail }: { readonly mail: OutboxMail }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const retry = useToastAction(() =>
    retryMail(mail.id).finally(() => void queries.invalidateQueries({ queryKey: ['admin', 'outbox'] })),
  );
  if (!mail.canRetry) return null;
  const label = t('admin.outbox.retryFor', { kind: t(`admin.outbox.kinds.${mail.kind}`), to: mail.to });
  return (
    <Button
      action={retry}
      look="s sm"
      aria-label={label}
      icon={Send}
      text={<span className="lbl">{t('admin.outbox.retry')}</span>}
    />
  );
}
