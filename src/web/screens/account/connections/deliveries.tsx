import { useQueryClient } from '@tanstack/react-query';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { listDeliveries, resendDelivery } from '#web/api/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/use-error-toast.ts';
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
        <li key={delivery.id}>
          <EventText event={delivery.event} />
          <span className="text-ink-3">{f.moment(Date.parse(delivery.createdAt), now)}</span>
          <span className="flex-1">
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

/** With the status of the answer, or why there was none. */
function DeliveryStatus({ delivery: { status, responseStatus, error } }: { readonly delivery: WebhookDelivery }) {
  const { t } = usePhrases();
  const state = t(`account.connections.status.${status}`);
  if (responseStatus !== null) return `${state} (${responseStatus})`;
  return error === null ? state : `${state}: ${t(`account.connections.deliveryError.${error}`)}`;
}
