import { useQueryClient } from '@tanstack/react-query';
import { Check, Info, Reply, TriangleAlert, UserRound, X } from 'lucide-react';
import { useState } from 'react';
import type { AdminReview, AdminReviews as Queue } from '#contract/reviews.ts';
import {
  type RejectionReason,
  rejectionReasons,
  reviewLimits,
  type ReviewStatus,
  reviewStatuses,
} from '#domain/accounts/review.ts';
import { OperatorList } from '#web/admin/operator-list.tsx';
import { RadioList } from '#web/admin/radio-list.tsx';
import { TextArea } from '#web/admin/text-area.tsx';
import { usePages } from '#web/admin/use-pages.ts';
import { decideReview, getReviewQueue } from '#web/api/calls/admin-calls.ts';
import { useAddressFilters } from '#web/filters/use-address-filters.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { RatingBars } from '#web/reviews/rating-bars.tsx';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.reviews.title')));

interface DialogState {
  readonly what: 'reply' | 'refuse';
  readonly review: AdminReview;
}

/** Reviews, oldest first: published, answered, or rejected for one of three reasons. */
export default function AdminReviews() {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const filters = useAddressFilters(['status']);
  const status = reviewStatuses.find((known) => known === filters.get('status')) ?? 'pending';
  const pages = usePages({ key: 'reviews', query: new URLSearchParams({ status }), fetch: getReviewQueue });
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const done = (): void => {
    setDialog(null);
    void queries.invalidateQueries({ queryKey: ['admin'] });
  };
  return (
    <>
      <PageHead title={t('admin.reviews.title')} lead={pages.data && <Counts queue={pages.data} />}>
        <Tabs
          status={status}
          waiting={pages.data?.counts.pending ?? 0}
          onChoose={(name) => filters.set('status', name)}
        />
      </PageHead>
      <div className="adm-2">
        <OperatorList pages={pages} empty={t(`admin.reviews.empty.${status}`)}>
          {(reviews) =>
            reviews.map((review) => (
              <QueueCard
                key={review.id}
                review={review}
                onDone={done}
                onReply={() => setDialog({ what: 'reply', review })}
                onReject={() => setDialog({ what: 'refuse', review })}
              />
            ))
          }
        </OperatorList>
        {pages.data && <RejectionReasonPicker />}
      </div>
      {dialog?.what === 'reply' && <ReplyDialog review={dialog.review} onDone={done} onClose={() => setDialog(null)} />}
      {dialog?.what === 'refuse' && (
        <RejectDialog review={dialog.review} onDone={done} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

function Counts({ queue: { counts, oldestPendingAt } }: { queue: Queue }) {
  const { t, f } = usePhrases();
  const { published, refused } = counts;
  return (
    <>
      {t('admin.reviews.waiting', { count: counts.pending })}{' '}
      {oldestPendingAt !== null && t('admin.reviews.oldest', { at: f.date(Date.parse(oldestPendingAt)) })}{' '}
      {t('admin.reviews.decided', { published: f.count(published), refused: f.count(refused) })}
    </>
  );
}

interface TabsProps {
  readonly status: ReviewStatus;
  readonly waiting: number;
  readonly onChoose: (status: ReviewStatus) => void;
}

function Tabs({ status, waiting, onChoose }: TabsProps) {
  const { t, f } = usePhrases();
  return (
    <SegmentedRadio
      className="sm"
      name="status"
      options={reviewStatuses}
      chosen={status}
      label={(one) =>
        `${t(`admin.reviews.tabs.${one}`)}${one === 'pending' && waiting > 0 ? ` ${f.count(waiting)}` : ''}`
      }
      onChoose={onChoose}
      aria-label={t('admin.reviews.which')}
    />
  );
}

interface QueueCardProps {
  readonly review: AdminReview;
  readonly onDone: () => void;
  readonly onReply: () => void;
  readonly onReject: () => void;
}

function QueueCard({ review, onDone, onReply, onReject }: QueueCardProps) {
  const { t } = usePhrases();
  const { status, signs, refusedFor, reply } = review;
  return (
    <article className="card">
      <div className="p-card flex flex-col gap-3">
        <Author review={review} />
        <p className="review-text">{review.text}</p>
        {reply !== null && (
          <div className="reply">
            <b className="text-14 text-ink-1">{t('reviews.reply')}</b>
            <p className="text-14 review-text">{reply}</p>
          </div>
        )}
        {isLow(review) && status === 'pending' && (
          <Chip className="equal tall" icon={Info} text={t('admin.reviews.negative')} />
        )}
        {signs.length > 0 && (
          <Chip
            className="warn tall"
            icon={TriangleAlert}
            text={t('admin.reviews.looksLike', { signs: signs.map((sign) => `«${sign}»`).join(', ') })}
          />
        )}
        {refusedFor !== null && (
          <p className="text-14 text-ink-3">
            {t('admin.reviews.refusedFor', { reason: t(`reviews.reasons.${refusedFor}`) })}
          </p>
        )}
      </div>
      <div className="queue-acts">
        {status !== 'published' && <PublishButton id={review.id} onDone={onDone} />}
        <Button
          look="s sm"
          onClick={onReply}
          icon={Reply}
          text={t(reply === null ? 'admin.reviews.reply' : 'admin.reviews.changeReply')}
        />
        {status !== 'refused' && <Button look="g sm" onClick={onReject} text={t('admin.reviews.refuse')} />}
      </div>
    </article>
  );
}

function Author({ review }: { review: AdminReview }) {
  const { t } = usePhrases();
  const signals = t('reviews.signals', { count: review.signals });
  return (
    <div className="flex items-center justify-between flex-wrap gap-3">
      <div className="flex items-center gap-3 min-w-0">
        <span className="tile">
          <UserRound className="ic" />
        </span>
        <div className="flex flex-col min-w-0">
          <b className="text-ink-1 wrap-anywhere">{review.email}</b>
          <span className="text-13 text-ink-3 wrap-anywhere">
            {t('admin.reviews.shownAs', { signals, name: review.shownAs })}
          </span>
        </div>
      </div>
      <RatingBars rating={review.rating} />
    </div>
  );
}

/** For a low rating, the card points out that it is not a reason for rejection. */
const isLow = ({ rating }: AdminReview): boolean => rating <= 2;

function PublishButton({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = usePhrases();
  const publish = useToastAction(() => decideReview(id, { status: 'published' }).then(onDone));
  return <Button action={publish} look="p sm" icon={Check} text={t('admin.reviews.publish')} />;
}

function RejectionReasonPicker() {
  const { t } = usePhrases();
  return (
    <section className="card p-card flex flex-col gap-3" aria-labelledby="why-title">
      <h2 id="why-title" className="h3">
        {t('admin.reviews.why')}
      </h2>
      <ul className="why-refuse">
        {rejectionReasons.map((reason) => (
          <li key={reason}>
            <X className="ic" />
            {t(`admin.reviews.whyReasons.${reason}`)}
          </li>
        ))}
      </ul>
      <p className="text-14">
        <Rich text={t('admin.reviews.lowRating')} />
      </p>
    </section>
  );
}

interface ReviewDialogProps {
  readonly review: AdminReview;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A reply is published together with its review; there are no private replies. */
function ReplyDialog({ review, onDone, onClose }: ReviewDialogProps) {
  const { t } = usePhrases();
  const [text, setText] = useState(review.reply ?? '');
  const reply = text.trim() === '' ? null : text.trim();
  return (
    <ActionDialog
      variant="operator"
      title={t('admin.reviews.replyTitle')}
      confirm={t('admin.reviews.replySend')}
      cancel={t('admin.reviews.keep')}
      act={() => decideReview(review.id, { status: 'published', reply })}
      onDone={onDone}
      onClose={onClose}
    >
      <TextArea
        label={t('admin.reviews.replyTitle')}
        hint={t('admin.reviews.replyText')}
        rows={5}
        maxLength={reviewLimits.replyMax}
        value={text}
        onChange={setText}
      />
    </ActionDialog>
  );
}

/** One of three reasons; a low rating is not one of them. */
function RejectDialog({ review, onDone, onClose }: ReviewDialogProps) {
  const { t } = usePhrases();
  const [reason, setReason] = useState<RejectionReason | null>(null);
  return (
    <ActionDialog
      variant="operator"
      title={t('admin.reviews.refuseTitle')}
      confirm={t('admin.reviews.refuseConfirm')}
      cancel={t('admin.reviews.keep')}
      isReady={reason !== null}
      act={async () => reason && decideReview(review.id, { status: 'refused', reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('admin.reviews.refuseText')}</p>
      <RadioList
        legend={t('admin.reviews.reason')}
        name="reason"
        options={rejectionReasons}
        chosen={reason}
        label={(one) => t(`admin.reviews.whyReasons.${one}`)}
        onChoose={setReason}
      />
    </ActionDialog>
  );
}
