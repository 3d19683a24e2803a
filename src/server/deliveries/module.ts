import { alertChannels } from '#domain/signals/alert-rule.ts';
import { getBacklog, type Consumer, type ServerModule } from '#server/start/server-module.ts';
import type { DeliveriesApi, DeliveriesContext, DeliveriesNeeds } from './deliveries-context.ts';
import { mailChannel, pushChannel, pushIdentity, telegramChannel } from './channels.ts';
import { queueDeliveries, readBacklog } from './outbox.ts';
import { type Channel, deliveryWorker } from './worker.ts';

export const deliveriesContext = (given: DeliveriesNeeds): DeliveriesContext => ({
  ...given,
  readPushIdentity: pushIdentity(given),
});

export const getChannels = (ctx: DeliveriesContext): readonly Channel[] => [
  ...(ctx.transport ? [mailChannel(ctx, ctx.transport)] : []),
  pushChannel(ctx),
  ...(ctx.telegram ? [telegramChannel(ctx, ctx.telegram)] : []),
];

/** What leaves to a person: one outbox and one worker for mail, push and Telegram. */
export function deliveriesModule(given: DeliveriesNeeds): ServerModule<DeliveriesApi> {
  const ctx = deliveriesContext(given);
  const { db, clock, transport } = ctx;
  const worker = deliveryWorker(ctx, getChannels(ctx));
  let isDelivering = false;
  const start = (): void => {
    isDelivering = true;
    worker.start();
  };
  return {
    routes: [],
    api: {
      queue: (tx, wanted) => queueDeliveries(ctx, tx, wanted),
      wake: () => {
        if (isDelivering) worker.wake();
      },
      isSendingMail: transport !== null,
      readPushIdentity: ctx.readPushIdentity,
    },
    components: [{ name: 'deliveries', duty: 'work', phase: 'with jobs', start, stop: worker.stop }],
    consumers: alertChannels
      .filter((name) => name !== 'mail' || transport !== null)
      .map(
        (name): Consumer => ({
          name,
          readBacklog: async () => getBacklog(await readBacklog(db, name, clock.now()), clock.now()),
        }),
      ),
  };
}
