import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { webhookEvents } from '#domain/accounts/webhook.ts';
import {
  createWebhook,
  endWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  rotateSecret,
  testWebhook,
} from '#web/api/calls/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { ConnectionGroup } from './connection-group.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { NewConnection, ShownOnce } from './new-connection.tsx';

/** The user's webhooks with their deliveries, and the form that creates one. */
export function Webhooks() {
  const { t } = usePhrases();
  const webhooks = useRead(['webhooks'], listWebhooks, { staleTime: 0 });
  return (
    <ConnectionGroup
      title={t('account.connections.webhooks')}
      text={t('account.connections.webhooksText')}
      read={webhooks}
    >
      <ul className="sessions">
        {webhooks.data?.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onEnded={webhooks.reload} />
        ))}
      </ul>
      <NewConnection
        open={t('account.connections.newWebhook')}
        label={t('account.connections.url')}
        input={{ type: 'url', placeholder: 'https://example.com/kurs' }}
        legend={t('account.connections.events')}
        choices={webhookEvents.map((event) => ({ value: event, name: <EventText event={event} /> }))}
        initial={['signal.issued', 'signal.settled']}
        confirm={t('account.connections.createWebhook')}
        create={async (url, events) => (await createWebhook({ url, events })).secret}
        note={t('account.connections.secretOnce')}
        onCreated={webhooks.reload}
      />
    </ConnectionGroup>
  );
}

function WebhookRow({ webhook, onEnded }: { readonly webhook: Webhook; readonly onEnded: () => Promise<unknown> }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { id, url, events, disabledReason, failingSince } = webhook;
  const warning = disabledReason
    ? t(`account.connections.disabled.${disabledReason}`)
    : failingSince && t('account.connections.failing');
  const test = useToastAction(async () => {
    await testWebhook(id);
    setIsOpen(true);
    await queries.invalidateQueries({ queryKey: deliveriesKey(id) });
  });
  const rotate = useToastAction(async () => setSecret((await rotateSecret(id)).secret));
  return (
    <ConnectionRow
      name={url}
      note={
        <>
          {warning && <span className="block">{warning}</span>}
          {events.map((event) => (
            <span key={event} className="block">
              <EventText event={event} />
            </span>
          ))}
        </>
      }
      onEnd={() => endWebhook(id).then(onEnded)}
      actions={
        <>
          {!disabledReason && <Button action={test} look="g sm" text={t('account.connections.test')} />}
          <Button action={rotate} look="g sm" text={t('account.connections.rotate')} />
          <Button
            look="g sm"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            text={t('account.connections.deliveries')}
          />
        </>
      }
    >
      {secret && <ShownOnce text={secret} note={t('account.connections.rotated')} />}
      {isOpen && <Deliveries webhookId={id} isDisabled={disabledReason !== null} />}
    </ConnectionRow>
  );
}

/** What was sent to a webhook, newest first. */
function Deliveries({ webhookId, isDisabled }: { webhookId: string; isDisabled: boolean }) {
  const { t, f } = usePhrases();
  const { data, error, refetch, reload } = useRead(deliveriesKey(webhookId), () => listDeliveries(webhookId), {
    staleTime: 0,
  });
  const now = serverClock.now();
  const resend = useToastAction(async (id: string) => {
    await resendDelivery(webhookId, id);
    await reload();
  });
  if (error && !data) return <LoadError title={t('account.connections.failed')} onRetry={refetch} />;
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
            <Button look="g sm" onClick={() => void resend.run(delivery.id)} text={t('account.connections.resend')} />
          )}
        </li>
      ))}
    </ul>
  );
}

const deliveriesKey = (webhookId: string) => ['webhook-deliveries', webhookId] as const;

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

type DeliveredEvent = WebhookDelivery['event'];

const eventPhrases = {
  'signal.issued': 'issued',
  'signal.settled': 'settled',
  alert: 'alert',
  'webhook.test': 'test',
} as const satisfies Record<DeliveredEvent, string>;

/** In words, and as the API names it. */
function EventText({ event }: { readonly event: DeliveredEvent }) {
  const { t } = usePhrases();
  return (
    <span>
      {t(`account.connections.event.${eventPhrases[event]}`)} <code className="text-12 text-ink-3">{event}</code>
    </span>
  );
}
