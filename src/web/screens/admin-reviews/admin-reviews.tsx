import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { AdminReview, DecideReviewBody } from '#contract/reviews.ts';
import { toCount, f } from '#web/admin/admin-texts.ts';
import { OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { actionsHeading, Remark } from '#web/admin/table-cells.tsx';
import { call } from '#web/api/request.ts';
import { FilterChoices } from '#web/filters/filter-fields.tsx';
import { operatorTitle } from '#web/language/page-title.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = operatorTitle('Reviews');

const lead =
  'Reject advertising, links to other services, insults, personal data, and what isn’t about the app. A low rating isn’t a reason.';

/** Reviews that wait, oldest first, and those that were decided. */
export default function AdminReviews() {
  const list = useOperatorList({ call: 'GET /api/admin/reviews', filterNames: ['status'] });
  return (
    <>
      <PageHead title="Reviews" lead={lead} />
      <OperatorList
        list={list}
        filters={<FilterChoices filters={list.filters} choices={[['status', 'Status', 'New', decided]]} />}
        columns={columns}
        getKey={({ id }) => id}
        empty="No reviews."
      />
    </>
  );
}

const decided = [
  ['published', 'Published'],
  ['refused', 'Rejected'],
] as const;

const columns: readonly Column<AdminReview>[] = [
  ['Written', ({ writtenAt }) => <time dateTime={writtenAt}>{f.date(Date.parse(writtenAt))}</time>],
  ['Rating', ({ rating }) => `${rating} of 5`],
  [
    'Review',
    ({ text }) => <p className="max-w-[68ch] whitespace-pre-line wrap-anywhere">{text}</p>,
    'cell-text min-w-[300px] max-w-[480px]',
  ],
  [
    'Author',
    ({ email, name, signals }) => (
      <>
        {email}
        <Remark>{`shown as “${name}”, ${toCount(signals, 'signal')}`}</Remark>
      </>
    ),
    'cell-text',
  ],
  [actionsHeading, (review) => <Decisions review={review} />, 'acts'],
];

function Decisions({ review: { id, status } }: { readonly review: AdminReview }) {
  const queries = useQueryClient();
  const decide = (decision: DecideReviewBody) =>
    confirming(() => call('PATCH /api/admin/reviews/:id', { params: { id }, body: decision })).finally(
      () => void queries.invalidateQueries({ queryKey: ['admin'] }),
    );
  const publish = useToastAction(() => decide({ status: 'published' }));
  const refuse = useToastAction(() => decide({ status: 'refused' }));
  return (
    <span className="flex gap-2">
      {status !== 'published' && <Button action={publish} look="p sm" icon={Check} text="Publish" />}
      {status !== 'refused' && <Button action={refuse} look="s sm" icon={X} text="Reject" />}
    </span>
  );
}
