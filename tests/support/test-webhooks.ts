import type { FastifyInstance } from 'fastify';
import { createAttempts } from '#server/database/attempts.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import { createHttpsOutbound, createIsAllowedHost } from '#server/integrations/outbound/https-outbound.ts';
import { toUser } from '#server/modules/accounts/accounts.api.ts';
import { findUser } from '#server/modules/accounts/accounts.repository.ts';
import type { NewMail } from '#server/modules/mail/mail.api.ts';
import {
  createEnqueueDeliveries,
  type DeliveryJob,
  slowWebhookQueue,
  webhookQueue,
} from '#server/modules/webhooks/enqueue-deliveries.ts';
import { createManageWebhooks } from '#server/modules/webhooks/manage-webhooks.ts';
import { createSendDelivery } from '#server/modules/webhooks/send-delivery.ts';
import { webhooksRoutes } from '#server/modules/webhooks/webhooks.routes.ts';
import type { WebhookEvent } from '#domain/accounts/webhook.ts';
import { createGuard } from '#server/http/errors/route-errors.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import { createFakeJobs } from './fake-jobs.ts';
import { createTestApp } from './test-app.ts';
import { testCertificate as ca } from './network/test-certificate.ts';
import type { TestDatabase } from './test-database.ts';
import { createVirtualTime } from './virtual-time.ts';

interface Options {
  readonly database: Pick<TestDatabase, 'db'>;
  readonly from?: number;
  readonly allowsPrivate?: boolean;
  readonly crashPoint?: CrashHook;
}

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

export const begun = Date.parse('2026-03-02T09:00:00.000Z');

/** The product's webhooks on a database: jobs and time belong to the test, https is real. */
export async function createTestWebhooks(options: Options) {
  const { database, from = begun, allowsPrivate = true, crashPoint = noCrash } = options;
  const { db } = database;
  const { clock, advance } = createVirtualTime(from);
  const jobs = createFakeJobs(clock);
  const mails: NewMail[] = [];
  const secrets = createSealText({ secret: 'a secret of these tests, long enough for anybody' }, 'webhook secret');
  const sendDelivery = createSendDelivery({
    db,
    jobs,
    post: createHttpsOutbound({ allowsPrivate, ca, timeoutMs: 500 }),
    secrets,
    queueMail: async (_tx, mail) => void mails.push(mail),
    clock,
    crashPoint,
  });
  for (const queue of [webhookQueue, slowWebhookQueue])
    await jobs.work<DeliveryJob>(queue, (job) => sendDelivery(job, queue));
  const attempts = createAttempts({ db, clock });
  const isAllowedHost = createIsAllowedHost({ allowsPrivate });
  const webhooks = createManageWebhooks({ db, jobs, attempts, secrets, isAllowedHost, clock });
  /** The caller names itself. */
  const signedIn = createGuard(['unauthenticated'], async (request) => {
    const row = await findUser(db, String(request.headers['x-user']));
    if (row) request.user = toUser(row);
  });
  const app: FastifyInstance = await createTestApp({
    routes: [webhooksRoutes({ signedIn, webhooks, publicUrl: 'http://localhost:3000' })],
  });
  const enqueue = createEnqueueDeliveries(jobs);
  return {
    app,
    jobs,
    mails,
    webhooks,
    sendDelivery,
    clock,
    advance,
    /** Commits an event of a user, or rolls it back. */
    occur: (userId: string, event: WebhookEvent, data: object, { fails = false } = {}) =>
      inTransaction(db, async ({ tx }) => {
        await enqueue(tx, event, [{ userId, data }], new Date(clock.now()));
        if (fails) throw new Error('rolled back');
      }),
    call: (userId: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<Answer> =>
      app.inject({
        method,
        url,
        headers: { 'x-user': userId, 'accept-language': 'en' },
        ...(payload ? { payload } : {}),
      }),
    close: () => app.close(),
  };
}
