import { useQueryClient } from '@tanstack/react-query';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { listDeliveries, resendDelivery } from '#web/api/calls/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import { EventText } from './event-text.tsx';

export const deliveriesKey = (webhookId: string) => ['webhook-deliveries', webhookId] as const;

interface DeliveriesProps {
  readonly webhookId: string;
  readonly isDisabled: boolean;
}

/** What was sent to a webhook, newest first. */
export function Deliveries({ webhookId, isDisabled }: DeliveriesProps) {
  const { t, f } = usePhrases();
  const queries = useQueryClient();
  const key = deliveriesKey(webhookId);
  const { data, error } = useRead(key, () => listDeliveries(webhookId), { staleTime: 0 });
  const now = serverClock.now();
  const resend = useAction(async (id: string) => {
    await resendDelivery(webhookId, id);
    await queries.invalidateQueries({ queryKey: key });
  }, useErrorToast());
  if (error) return <p className="text-13 text-ink-3 w-full">{t('account.connections.failed')}</p>;
  if (data?.length === 0) return <p className="text-13 text-ink-3 w-full">{t('account.connections.noDeliveries')}</p>;
  return (
    <ul className="w-full text-13">
      {data?.map((delivery) => (
        <li key={delivery.id} className="flex-wrap gap-y-1">
          <EventText event={delivery.event} />
          <span className="text-ink-3">{f.moment(Date.parse(delivery.createdAt), now)}</span>
          <span className="grow">
            <DeliveryStatus delivery={delivery} />
          </span>
          {!isDisabled && delivery.status !== 'pending' && (
            <button type="button" className="btn btn-g btn-sm" onClick={() => void resend.run(delivery.id)}>
              {t('account.connections.resend')}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** With the status of the answer, or why there was none, and when it is sent again. */
function DeliveryStatus({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { t, f } = usePhrases();
  const { status, responseStatus, error, attempts, nextAttemptAt } = delivery;
  const state = t(`account.connections.status.${status}`);
  const reason = error === null ? '' : `: ${t(`account.connections.deliveryError.${error}`)}`;
  const next = attempts > 0 && nextAttemptAt !== null && f.moment(Date.parse(nextAttemptAt), serverClock.now());
  return (
    <>
      {responseStatus === null ? state + reason : `${state} (${responseStatus})`}
      {next && <span className="block text-ink-3">{t('account.connections.nextAttempt', { time: next })}</span>}
    </>
  );
}
