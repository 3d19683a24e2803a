import { createGetUnsubscribeAddress } from '#server/modules/alerts/alert-mails.ts';
import { createNotifyResults } from '#server/modules/alerts/notify-results.ts';
import { createListLinked } from '#server/modules/telegram/chats.repository.ts';
import { createEnqueueDeliveries } from '#server/modules/webhooks/enqueue-deliveries.ts';
import { createNotifyWebhooks } from '#server/modules/webhooks/notify-webhooks.ts';
import type { UserEventListener } from '#server/modules/events/events.api.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import { createQueueMail } from '#server/modules/mail/queue-mail.ts';
import type { SealMail } from '#server/modules/mail/seal-mail.ts';
import type { SimulatedJobs } from './simulated/simulated-jobs.ts';
import type { SimulatedProcess } from './simulated/simulated-process.ts';

export const publicUrl = 'https://kurs.example';
export const secret = 'a secret of the simulation';

export const notUsed = (): never => {
  throw new Error('not part of the simulation');
};

/** Not encrypted: threads of the crypto library would answer in an order that no seed repeats. */
export const openSeal = {
  seal: async (text: string) => text,
  open: async (sealed: string) => sealed,
};
export const openMailSeal: SealMail = {
  seal: async (content) => JSON.stringify(content),
  open: async (sealed) => JSON.parse(sealed),
};

interface Outboxes {
  readonly queueMail: QueueMail;
  /** What follows the events of users in their transaction: results by all channels, deliveries. */
  readonly listeners: readonly UserEventListener[];
}

export function createOutboxes({ clock }: SimulatedProcess, jobs: SimulatedJobs): Outboxes {
  const queueMail = createQueueMail({ jobs, sealMail: openMailSeal, clock, isSending: true });
  const getUnsubscribeAddress = createGetUnsubscribeAddress({ publicUrl, secrets: { secret } });
  const listLinked = createListLinked(true);
  return {
    queueMail,
    listeners: [
      createNotifyWebhooks(createEnqueueDeliveries(jobs)),
      createNotifyResults({ clock, publicUrl, listLinked, queueMail, getUnsubscribeAddress }),
    ],
  };
}
