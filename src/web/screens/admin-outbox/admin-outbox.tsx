import { useQueryClient } from '@tanstack/react-query';
import { MailX, Send } from 'lucide-react';
import type { OutboxMail } from '#contract/admin/outbox.ts';
import { type MailStatus, mailStatuses } from '#domain/accounts/mail.ts';
import { f, toWords } from '#web/admin/admin-texts.ts';
import { OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { actionsHeading, Remark } from '#web/admin/table-cells.tsx';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { FilterChoices } from '#web/filters/filter-fields.tsx';
import { operatorTitle } from '#web/language/page-title.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = operatorTitle('Email');

const lead =
  'What happened to each email in the last month. Contents and full addresses aren’t shown: the links open accounts.';

/** Delivery status of each mail; a pending one can be retried at once. */
export default function AdminOutbox() {
  const list = useOperatorList({ call: 'GET /api/admin/outbox', filterNames: ['status'] });
  const counts = list.data?.counts;
  const options = mailStatuses.map(
    (status) => [status, `${toWords(status)}${counts ? `: ${f.count(counts[status])}` : ''}`] as const,
  );
  return (
    <>
      <PageHead title="Email" lead={lead} />
      <OperatorList
        list={list}
        filters={<FilterChoices filters={list.filters} choices={[['status', 'Status', 'Status: all', options]]} />}
        note={
          (counts?.kept ?? 0) > 0 && (
            <div className="p-4 pb-0">
              <Note icon={MailX}>No mail server is set (SMTP_URL), so emails stay here.</Note>
            </div>
          )
        }
        columns={columns}
        getKey={({ id }) => id}
        empty="No emails."
      />
    </>
  );
}

const tones: Record<MailStatus, string> = { queued: 'warn', sent: 'win', kept: '', refused: 'loss', given_up: 'loss' };

const toMoment = (at: string) => <time dateTime={at}>{f.moment(Date.parse(at), serverClock.now())}</time>;

const columns: readonly Column<OutboxMail>[] = [
  ['Email', ({ kind }) => toWords(kind), 'pairc'],
  ['To', ({ to }) => to, 'cell-text'],
  ['Status', ({ status }) => <span className={`chip ${tones[status]}`}>{toWords(status)}</span>],
  ['Created', ({ queuedAt }) => toMoment(queuedAt)],
  [
    'Attempts',
    ({ attempts, nextAttemptAt }) => (
      <>
        {f.count(attempts)}
        {nextAttemptAt && <Remark>next: {toMoment(nextAttemptAt)}</Remark>}
      </>
    ),
  ],
  ['Server response', ({ lastFault }) => lastFault ?? '—', 'cell-text max-w-[340px] text-13'],
  [actionsHeading, (mail) => <RetryButton mail={mail} />, 'acts'],
];

function RetryButton({ mail: { id, kind, to, status } }: { readonly mail: OutboxMail }) {
  const queries = useQueryClient();
  const retry = useToastAction(() =>
    confirming(() => call('POST /api/admin/outbox/:id/retry', { params: { id } })).finally(
      () => void queries.invalidateQueries({ queryKey: ['admin'] }),
    ),
  );
  if (status !== 'queued') return null;
  return (
    <Button
      action={retry}
      look="s sm"
      aria-label={`Send now: ${toWords(kind)}, ${to}`}
      icon={Send}
      text={<span className="min-[961px]:max-[1431px]:hidden">Send now</span>}
    />
  );
}
