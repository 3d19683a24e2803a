import type { WebhookDelivery } from '#contract/webhooks.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

type Event = WebhookDelivery['event'];

/** In words, and as the API names it. */
export function EventText({ event }: { readonly event: Event }) {
  const { t } = usePhrases();
  return (
    <span>
      {t(`account.connections.event.${phrases[event]}`)} <code className="text-12 text-ink-3">{event}</code>
    </span>
  );
}

const phrases = {
  'signal.issued': 'issued',
  'signal.settled': 'settled',
  alert: 'alert',
  'webhook.test': 'test',
} as const satisfies Record<Event, string>;
