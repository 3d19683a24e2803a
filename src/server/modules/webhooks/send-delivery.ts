import { Webhook } from 'standardwebhooks';
import {
  type DeliveryError,
  type DisabledReason,
  maxDeliveryAttempts,
  maxFailingMs,
  retryPause,
} from '#domain/accounts/webhook.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { toInstant } from '#contract/wire.ts';
import type { Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { OutboundError, type PostOutbound } from '#server/integrations/outbound/outbound.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import type { SealText } from '#server/crypto/seal-text.ts';
import type { Platform } from '#server/start/platform.ts';
import { type DeliveryJob, queueOfWebhook, slowWebhookQueue } from './enqueue-deliveries.ts';
import {
  claimDelivery,
  type DeliveryRow,
  disableWebhook,
  findOwner,
  findWebhook,
  findWebhookOfDelivery,
  lockWebhook,
  updateDelivery,
  updateWebhook,
  type WebhookRow,
} from './webhooks.repository.ts';

interface SendDeliveryDependencies extends Pick<Platform, 'db' | 'clock' | 'crashPoint'> {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly post: PostOutbound;
  readonly secrets: SealText;
  readonly queueMail: QueueMail;
}

interface Claimed {
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
}

/** `status`: of the answer; null: there was none. */
interface Attempt {
  readonly status: number | null;
  readonly error: DeliveryError | null;
}

/** When a process that dies during an attempt is noticed; longer than any attempt takes. */
const crashCheckMs = minuteMs;
/** A user or a host has no place left among the deliveries in flight. */
const busyPauseMs = secondMs;
/** Jobs start by the clock of the database, which may be ahead of ours. */
const clockSkewMs = 30 * secondMs;

/**
 * One attempt. A check is scheduled before it is made, in one transaction: a process that dies in
 * between costs a delay. A delivery sent just before such a crash is sent again with the same id.
 * `queue`: where the job was.
 */
export const createSendDelivery = (needs: SendDeliveryDependencies) => {
  const { db, jobs, post, secrets, queueMail, clock, crashPoint } = needs;
  const inFlight = createInFlight();
  const schedule = (tx: Transaction, queue: string, { id, attempts }: DeliveryRow, at: Date): Promise<void> =>
    jobs.send(tx, queue, { deliveryId: id, attempts } satisfies DeliveryJob, { startAfter: at });

  const claim = ({ deliveryId: id, attempts }: DeliveryJob): Promise<Claimed | null> =>
    inTransaction(db, async ({ tx }) => {
      const now = clock.now();
      const next = new Date(now + crashCheckMs);
      const claimed = { id, attempts, nextAttemptAt: next };
      const delivery = await claimDelivery(tx, claimed, new Date(now + clockSkewMs));
      const webhook = delivery && (await findWebhook(tx, delivery.userId, delivery.webhookId));
      if (!webhook || webhook.disabledAt) return null;
      if (delivery.attempts > maxDeliveryAttempts) {
        await updateDelivery(tx, delivery, { status: 'failed', nextAttemptAt: null });
        return null;
      }
      await schedule(tx, queueOfWebhook(webhook), delivery, next);
      return { delivery, webhook };
    });

  const attempt = async ({ delivery, webhook }: Claimed): Promise<Attempt> => {
    const at = new Date(clock.now());
    const opened = await Promise.all(sealedSecrets(webhook, at).map((sealed) => secrets.open(sealed)));
    const usable = opened.filter((secret) => secret !== null);
    if (usable.length === 0) return { status: null, error: 'unreadable_secret' };
    const { id, payload } = delivery;
    try {
      const headers = signDelivery({ id, payload, at, secrets: usable });
      const status = await post({ url: webhook.url, headers, body: payload });
      return { status, error: status >= 200 && status < 300 ? null : 'status' };
    } catch (error) {
      if (error instanceof OutboundError) return { status: null, error: error.reason };
      throw error;
    }
  };

  const noteSuccess = ({ delivery, webhook }: Claimed, responseStatus: number | null): Promise<void> =>
    inTransaction(db, async ({ tx }) => {
      if (webhook.failingSince) await updateWebhook(tx, webhook.id, { failingSince: null });
      const deliveredAt = new Date(clock.now());
      const done = { status: 'delivered' as const, nextAttemptAt: null, deliveredAt, responseStatus, error: null };
      await updateDelivery(tx, delivery, done);
    });

  const noteFailure = ({ delivery, webhook }: Claimed, { status, error }: Attempt): Promise<void> =>
    inTransaction(db, async ({ tx }) => {
      const now = new Date(clock.now());
      const locked = await lockWebhook(tx, webhook.id);
      if (!locked) return;
      const failingSince = locked.failingSince ?? now;
      if (!locked.failingSince) await updateWebhook(tx, webhook.id, { failingSince });
      const pause = retryPause(delivery.attempts);
      const next = pause === null ? null : new Date(now.getTime() + pause);
      const outcome = next ? ('pending' as const) : ('failed' as const);
      await updateDelivery(tx, delivery, { status: outcome, nextAttemptAt: next, responseStatus: status, error });
      const reason = disabledReason(status, now.getTime() - failingSince.getTime());
      if (reason && !locked.disabledAt) return disable(tx, webhook, reason, now);
      if (next) await schedule(tx, slowWebhookQueue, delivery, next);
    });

  const disable = async (tx: Transaction, webhook: WebhookRow, reason: DisabledReason, at: Date): Promise<void> => {
    await disableWebhook(tx, webhook.id, { disabledAt: at, disabledReason: reason });
    const owner = await findOwner(tx, webhook.userId);
    if (!owner) return;
    const mail = { userId: webhook.userId, to: owner.email, lang: owner.lang, kind: 'webhook_disabled' as const };
    await queueMail(tx, { ...mail, host: new URL(webhook.url).host, reason, at: toInstant(at.getTime()) });
  };

  const send = async (job: DeliveryJob): Promise<void> => {
    const claimed = await claim(job);
    if (!claimed) return;
    const made = await attempt(claimed);
    crashPoint('webhook.after-send');
    if (made.error === null) await noteSuccess(claimed, made.status);
    else await noteFailure(claimed, made);
  };

  return async (job: DeliveryJob, queue: string): Promise<void> => {
    const webhook = await findWebhookOfDelivery(db, job.deliveryId);
    if (!webhook) return;
    // It failed after this job was enqueued.
    const lane = queueOfWebhook(webhook);
    if (lane === slowWebhookQueue && queue !== lane) return jobs.send(null, lane, job);
    const leave = inFlight.enter(webhook.userId, new URL(webhook.url).host);
    if (!leave) return jobs.send(null, queue, job, { startAfter: new Date(clock.now() + busyPauseMs) });
    try {
      await send(job);
    } finally {
      leave();
    }
  };
};

const sealedSecrets = ({ sealed, previousSealed, previousUntil }: WebhookRow, now: Date): string[] =>
  previousSealed && previousUntil && previousUntil > now ? [sealed, previousSealed] : [sealed];

const gone = 410;

function disabledReason(status: number | null, failingMs: number): DisabledReason | null {
  if (status === gone) return 'gone';
  return failingMs >= maxFailingMs ? 'failing' : null;
}

interface Signed {
  /** The delivery's id: the same for every attempt, so that a receiver recognises a repetition. */
  readonly id: string;
  readonly payload: string;
  readonly at: Date;
  /** The current one first; the previous one while a rotation overlaps. */
  readonly secrets: readonly string[];
}

/** The headers of Standard Webhooks (standardwebhooks.com), one signature per secret. */
const signDelivery = ({ id, payload, at, secrets }: Signed): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Kurs-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
});

/** Of one user; another event of the user waits. */
const maxOfUser = 2;
/** To one host: half of what a process sends at once, because many users may share a service. */
const maxOfHost = 8;

/** Counts the deliveries that this process is sending, so that nobody holds all of its places. */
interface InFlight {
  /** Null: the user or the host has none left; otherwise it is to be called at the end. */
  enter(userId: string, host: string): (() => void) | null;
}

function createInFlight(): InFlight {
  const counts = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (counts.get(key) ?? 0) + change;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return {
    enter: (userId, host) => {
      const [user, place] = [`user ${userId}`, `host ${host}`];
      if ((counts.get(user) ?? 0) >= maxOfUser || (counts.get(place) ?? 0) >= maxOfHost) return null;
      for (const key of [user, place]) add(key, 1);
      return () => {
        for (const key of [user, place]) add(key, -1);
      };
    },
  };
}
