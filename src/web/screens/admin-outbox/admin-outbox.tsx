import { useQueryClient } from '@tanstack/react-query';
import { MailX } from 'lucide-react';
import type { Outbox, OutboxMail } from '#contract/admin/outbox.ts';
import { mailStatuses } from '#domain/accounts/mail.ts';
import { AdminHead } from '#web/admin/admin-head.tsx';
import { OperatorList } from '#web/admin/operator-list.tsx';
import { getOutbox, retryMail } from '#web/api/calls/admin-calls.ts';
import { type AddressFilters, useAddressFilters } from '#web/admin/use-address-filters.ts';
import { usePages } from '#web/admin/use-pages.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { MailRows } from './mail-rows.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.outbox.title')));

/** Delivery status of each mail; a pending one can be retried at once. */
export default function AdminOutbox() {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const filters = useAddressFilters(['status']);
  const pages = usePages({ key: 'outbox', query: filters.query, fetch: getOutbox });
  const retry = ({ id }: OutboxMail) =>
    retryMail(id).finally(() => void queries.invalidateQueries({ queryKey: ['admin', 'outbox'] }));
  return (
    <>
      <AdminHead title={t('admin.outbox.title')} lead={t('admin.outbox.lead')} />
      {(pages.data?.counts.kept ?? 0) > 0 && (
        <div className="adm-above">
          <Note icon={MailX}>{t('admin.outbox.kept')}</Note>
        </div>
      )}
      <OperatorList
        pages={pages}
        filters={<Statuses filters={filters} counts={pages.data?.counts ?? null} />}
        empty={t('admin.outbox.empty')}
      >
        {(mails) => <MailRows mails={mails} onRetry={retry} />}
      </OperatorList>
    </>
  );
}

/** Filter by delivery status, with the number of mails of each. */
function Statuses({ filters, counts }: { filters: AddressFilters; counts: Outbox['counts'] | null }) {
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

type Translate = ReturnType<typeof usePhrases>['t'];

function statusName(status: string, t: Translate): string {
  const known = mailStatuses.find((one) => one === status);
  return known ? t(`admin.outbox.statuses.${known}`) : t('admin.outbox.all');
}
