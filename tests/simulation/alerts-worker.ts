import { noCrash } from '#server/start/crash-points.ts';
import type { MarketView } from '#server/live/market-view.ts';
import { listUsers } from '#server/modules/accounts/accounts.repository.ts';
import { createAlertsModule } from '#server/modules/alerts/create-alerts-module.ts';
import { createManageAlerts, type ManageAlerts } from '#server/modules/alerts/manage-alerts.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import { type MailJob, mailQueues } from '#server/modules/mail/queue-mail.ts';
import { createRenderMail } from '#server/modules/mail/render-mail.ts';
import { createSendMail } from '#server/modules/mail/send-mail.ts';
import { createListLinked } from '#server/modules/telegram/chats.repository.ts';
import { createSendToChat, obeyPauses } from '#server/modules/telegram/send-to-chat.ts';
import { createMayReadPrices, createMayUseVip } from '#server/modules/traders/require-signal-access.ts';
import {
  createEnqueueDeliveries,
  type DeliveryJob,
  slowWebhookQueue,
  webhookQueue,
} from '#server/modules/webhooks/enqueue-deliveries.ts';
import { createSendDelivery } from '#server/modules/webhooks/send-delivery.ts';
import { listAlertListeners } from '#server/modules/webhooks/webhooks.repository.ts';
import { notUsed, openMailSeal, openSeal, publicUrl, secret } from './outboxes.ts';
import type { Rules } from './rules.ts';
import type { SimulatedJobs } from './simulated/simulated-jobs.ts';
import type { SimulatedProcess } from './simulated/simulated-process.ts';
import type { SimulatedReceivers } from './simulated/simulated-receivers.ts';

interface AlertsWorkerDependencies {
  readonly process: SimulatedProcess;
  readonly market: Pick<MarketView, 'feed' | 'onForecasts'>;
  readonly jobs: SimulatedJobs;
  readonly queueMail: QueueMail;
  readonly receivers: SimulatedReceivers;
  readonly access: Parameters<typeof createMayReadPrices>[0]['rules'];
  readonly rules: Rules;
}

const vapid = { subject: 'mailto:support@kurs.example', keys: { publicKey: 'public', privateKey: 'private' } };

/** Matches alerts, and sends them, mails and deliveries, as services.ts composes it. */
export async function startAlerts({
  process,
  market,
  jobs,
  queueMail,
  receivers,
  access,
  rules,
}: AlertsWorkerDependencies) {
  const { db, clock, scheduler } = process;
  const { push, send, transport, post } = receivers.reachedFrom(process);
  const forAccess = { rules: access, clock };
  const listLinked = createListLinked(true);
  const sendToChat = createSendToChat({ db, send: obeyPauses({ send }, clock) });
  const base = { db, clock, marketClock: clock, scheduler, jobs, queueMail, crashPoint: noCrash, log: process.log };
  const { components } = createAlertsModule({
    platform: { ...base, market, onUserEvents: () => undefined },
    config: { ...rules, publicUrl, secret, previousSecret: null, vapid },
    accounts: { signedIn: notUsed, findDevice: notUsed, listUsers: (ids) => listUsers(db, ids) },
    traders: { mayReadPrices: createMayReadPrices(forAccess), mayUseVip: createMayUseVip(forAccess) },
    limits: { listStopped: async () => new Set() },
    mail: { queueMail },
    telegram: { isAvailable: true, listLinked, sendToChat },
    record: { readStatedSignals: notUsed },
    webhooks: {
      enqueueDeliveries: createEnqueueDeliveries(jobs),
      listAlertListeners: (ids) => listAlertListeners(db, ids),
    },
    outbound: { isAllowedHost: () => true },
    push: { send: push, generateKeys: notUsed },
  });
  const renderMail = createRenderMail(publicUrl);
  const sendMail = createSendMail({ ...base, transport, sealMail: openMailSeal, renderMail });
  for (const queue of mailQueues) await jobs.work<MailJob>(queue, sendMail);
  const sendDelivery = createSendDelivery({ ...base, post, secrets: openSeal });
  for (const queue of [webhookQueue, slowWebhookQueue])
    await jobs.work<DeliveryJob>(queue, (job) => sendDelivery(job, queue));
  for (const component of components) await component.start();
  return createManageAlerts({ db, listLinked, hasBot: true, clock }) satisfies ManageAlerts;
}
