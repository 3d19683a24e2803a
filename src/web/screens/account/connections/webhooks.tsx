import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { type WebhookEvent, webhookEvents } from '#domain/accounts/webhook.ts';
import { createWebhook, endWebhook, listWebhooks, rotateSecret, testWebhook } from '#web/api/calls/connection-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import { ConnectionRow, ShownOnce } from './connection-row.tsx';
import { Deliveries, deliveriesKey } from './deliveries.tsx';
import { EventText } from './event-text.tsx';

const key = ['webhooks'] as const;

/** The user's webhooks with their deliveries, and the form that creates one. */
export function Webhooks() {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const { data: webhooks, error } = useRead(key, listWebhooks, { staleTime: 0 });
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: key });
  return (
    <div className="account-sessions">
      <h3 className="h4">{t('account.connections.webhooks')}</h3>
      <span className="text-14 text-ink-3">
        {error ? t('account.connections.failed') : t('account.connections.webhooksText')}
      </span>
      <ul className="sessions">
        {webhooks?.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} onEnded={reload} />
        ))}
      </ul>
      <details>
        <summary className="btn btn-s btn-sm">{t('account.connections.newWebhook')}</summary>
        <NewWebhook onCreated={reload} />
      </details>
    </div>
  );
}

function WebhookRow({ webhook, onEnded }: { readonly webhook: Webhook; readonly onEnded: () => Promise<void> }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { id, url, events, disabledReason, failingSince } = webhook;
  const warning = disabledReason
    ? t(`account.connections.disabled.${disabledReason}`)
    : failingSince && t('account.connections.failing');
  const test = useAction(async () => {
    await testWebhook(id);
    setIsOpen(true);
    await queries.invalidateQueries({ queryKey: deliveriesKey(id) });
  }, useErrorToast());
  const rotate = useAction(async () => setSecret((await rotateSecret(id)).secret), useErrorToast());
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
          {!disabledReason && (
            <button type="button" className="btn btn-g btn-sm" onClick={() => void test.run()}>
              {t('account.connections.test')}
            </button>
          )}
          <button type="button" className="btn btn-g btn-sm" onClick={() => void rotate.run()}>
            {t('account.connections.rotate')}
          </button>
          <button type="button" className="btn btn-g btn-sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {t('account.connections.deliveries')}
          </button>
        </>
      }
    >
      {secret && <ShownOnce text={secret} note={t('account.connections.rotated')} />}
      {isOpen && <Deliveries webhookId={id} isDisabled={disabledReason !== null} />}
    </ConnectionRow>
  );
}

function NewWebhook({ onCreated }: { readonly onCreated: () => Promise<void> }) {
  const { t } = usePhrases();
  const id = useId();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(['signal.issued', 'signal.settled']);
  const [secret, setSecret] = useState<string | null>(null);
  const create = useAction(async () => {
    setSecret((await createWebhook({ url, events: [...events] })).secret);
    setUrl('');
    await onCreated();
  }, useErrorToast());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void create.run();
  };
  const toggle = (event: WebhookEvent): void =>
    setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event]);
  return (
    <form className="flex flex-col gap-3 pt-4" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t('account.connections.url')}</label>
        <div className="box">
          <input
            id={id}
            className="inp-t"
            type="url"
            placeholder="https://example.com/kurs"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </div>
      </div>
      <fieldset className="flex flex-wrap gap-4">
        <legend className="text-14 text-ink-3 pb-2">{t('account.connections.events')}</legend>
        {webhookEvents.map((event) => (
          <label key={event} className="flex items-center gap-2 text-14">
            <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />
            <EventText event={event} />
          </label>
        ))}
      </fieldset>
      <button
        type="submit"
        className="btn btn-s btn-sm self-start"
        disabled={url.trim() === '' || events.length === 0 || create.isBusy}
      >
        {t('account.connections.createWebhook')}
      </button>
      {secret && <ShownOnce text={secret} note={t('account.connections.secretOnce')} />}
    </form>
  );
}
