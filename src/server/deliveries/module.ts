import { alertChannels } from '#domain/signals/alert-rule.ts';
import { openText, sealText } from '#server/crypto/seal-text.ts';
import { pushKeys } from '#server/database/tables/alert-tables.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import type { PushIdentity } from '#server/integrations/push/push.ts';
import { getBacklog, type Consumer, type ServerModule } from '#server/start/server-module.ts';
import type { DeliveriesApi, DeliveriesContext } from './deliveries-context.ts';
import { mailChannel, pushChannel, telegramChannel } from './channels.ts';
import { queueDeliveries, readBacklog } from './outbox.ts';
import { type Channel, deliveryWorker } from './worker.ts';

type Given = Omit<DeliveriesContext, 'readPushIdentity'>;

export const openDeliveries = (given: Given): DeliveriesContext => ({
  ...given,
  readPushIdentity: pushIdentity(given),
});

export const getChannels = (ctx: DeliveriesContext): readonly Channel[] => [
  ...(ctx.transport ? [mailChannel(ctx, ctx.transport)] : []),
  pushChannel(ctx),
  ...(ctx.telegram ? [telegramChannel(ctx, ctx.telegram)] : []),
];

/** What leaves to a person: one outbox and one worker for mail, push and Telegram. */
export function deliveriesModule(given: Given): ServerModule<DeliveriesApi> {
  const ctx = openDeliveries(given);
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

/** The keys of the configuration, otherwise those generated once and stored. */
function pushIdentity({ db, clock, config, push }: Given): () => Promise<PushIdentity> {
  const read = async (): Promise<PushIdentity> => {
    const { subject, keys } = config.vapid;
    if (keys) return { subject, ...keys };
    const find = async () => (await db.select().from(pushKeys))[0];
    if (!(await find())) {
      const { publicKey, privateKey } = push.generateKeys();
      const key = {
        publicKey,
        sealed: await sealText(config, 'push key', privateKey),
        createdAt: new Date(clock.now()),
      };
      // If two processes generate at once, the first one's key is stored.
      await db.insert(pushKeys).values(key).onConflictDoNothing();
    }
    const stored = await find();
    const privateKey = stored && (await openText(config, 'push key', stored.sealed));
    if (!stored || !privateKey)
      throw new Error('the push key was sealed under another SECRET: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY');
    return { subject, publicKey: stored.publicKey, privateKey };
  };
  return cacheAnswer({ clock, ms: Number.POSITIVE_INFINITY, read });
}
