import { randomBytes, randomUUID } from 'node:crypto';
import type { CreatedWebhook, CreateWebhookBody, RotatedSecret, Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { maxWebhooks, secretOverlapMs, testEvent } from '#domain/accounts/webhook.ts';
import { minuteMs } from '#domain/time.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { lockAccount } from '#server/database/locks.ts';
import { apiError, limitReached } from '#server/http/api-error.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { SealText } from '#server/crypto/seal-text.ts';
import type { Platform } from '#server/start/platform.ts';
import { type DeliveryJob, newDelivery, queueOfWebhook } from './enqueue-deliveries.ts';
import {
  countWebhooks,
  deleteWebhook,
  type DeliveryRow,
  findWebhook,
  holdWebhook,
  insertDeliveries,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  restartDelivery,
  updateWebhook,
  type WebhookRow,
} from './webhooks.repository.ts';

export type ManageWebhooks = ReturnType<typeof createManageWebhooks>;

interface ManageWebhooksDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly attempts: Pick<Attempts, 'take'>;
  readonly secrets: SealText;
  /** Whether the host of an address may be called, as far as its text shows. */
  readonly isAllowedHost: (url: string) => boolean;
}

/** Deliveries that a user starts: an endpoint of somebody else must not be flooded through us. */
const startedByHand = { max: 10, windowMs: minuteMs };

export function createManageWebhooks({
  db,
  jobs,
  attempts,
  secrets,
  isAllowedHost,
  clock,
}: ManageWebhooksDependencies) {
  const getWebhook = async (userId: string, id: string): Promise<WebhookRow> => {
    const webhook = await findWebhook(db, userId, id);
    if (!webhook) throw apiError('not_found');
    return webhook;
  };
  const getOpenWebhook = async (userId: string, id: string): Promise<WebhookRow> => {
    const webhook = await getWebhook(userId, id);
    if (webhook.disabledAt) throw apiError('webhook_disabled');
    await attempts.take('webhook-by-hand', userId, startedByHand);
    return webhook;
  };
  const sendNow = (tx: Transaction, webhook: WebhookRow, deliveryId: string): Promise<void> =>
    jobs.send(tx, queueOfWebhook(webhook), { deliveryId, attempts: 0 } satisfies DeliveryJob);

  return {
    list: async (userId: string): Promise<Webhook[]> => (await listWebhooks(db, userId)).map(toWebhookDto),
    create: async (userId: string, { url, events }: CreateWebhookBody): Promise<CreatedWebhook> => {
      if (!isAllowedHost(url)) throw apiError('address_not_allowed');
      const [id, secret] = [randomUUID(), newSecret()];
      const sealed = await secrets.seal(secret);
      await inTransaction(db, async ({ tx }) => {
        if (!(await lockAccount(tx, userId))) throw apiError('unauthenticated');
        if ((await countWebhooks(tx, userId)) >= maxWebhooks) throw limitReached(maxWebhooks);
        await insertWebhook(tx, { id, userId, url, events, sealed, createdAt: new Date(clock.now()) });
      });
      return { id, secret };
    },
    end: async (userId: string, id: string): Promise<void> => {
      if (!(await deleteWebhook(db, userId, id))) throw apiError('not_found');
    },
    rotateSecret: async (userId: string, id: string): Promise<RotatedSecret> => {
      const { sealed: previousSealed } = await getWebhook(userId, id);
      const secret = newSecret();
      const previousUntil = new Date(clock.now() + secretOverlapMs);
      await updateWebhook(db, id, { sealed: await secrets.seal(secret), previousSealed, previousUntil });
      return { secret, previousUntil: toInstant(previousUntil.getTime()) };
    },
    /** Sends an event of no consequence. */
    test: async (userId: string, id: string): Promise<WebhookDelivery> => {
      const webhook = await getOpenWebhook(userId, id);
      const delivery = { webhookId: id, userId, ...newDelivery(testEvent, {}, new Date(clock.now())) };
      await inTransaction(db, async ({ tx }) => {
        if (!(await holdWebhook(tx, id))) throw apiError('not_found');
        await insertDeliveries(tx, [delivery]);
        await sendNow(tx, webhook, delivery.id);
      });
      return toDeliveryDto({ ...delivery, attempts: 0, deliveredAt: null, responseStatus: null, error: null });
    },
    deliveries: async (userId: string, id: string): Promise<WebhookDelivery[]> => {
      await getWebhook(userId, id);
      return (await listDeliveries(db, id)).map(toDeliveryDto);
    },
    /** Begins the attempts again, with the same id. */
    resend: async (userId: string, id: string, deliveryId: string): Promise<WebhookDelivery> => {
      const webhook = await getOpenWebhook(userId, id);
      const restarted = await inTransaction(db, async ({ tx }) => {
        const delivery = await restartDelivery(tx, id, deliveryId, new Date(clock.now()));
        if (delivery) await sendNow(tx, webhook, deliveryId);
        return delivery;
      });
      if (!restarted) throw apiError('not_found');
      return toDeliveryDto(restarted);
    },
  };
}

/** The form of Standard Webhooks. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const toWebhookDto = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  createdAt: toInstant(row.createdAt.getTime()),
  failingSince: toInstantOrNull(row.failingSince),
  disabledAt: toInstantOrNull(row.disabledAt),
  disabledReason: row.disabledReason,
});

const toDeliveryDto = (row: Omit<DeliveryRow, 'payload'>): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  createdAt: toInstant(row.createdAt.getTime()),
  nextAttemptAt: toInstantOrNull(row.nextAttemptAt),
  deliveredAt: toInstantOrNull(row.deliveredAt),
  responseStatus: row.responseStatus,
  error: row.error,
});
