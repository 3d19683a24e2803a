import { and, eq } from 'drizzle-orm';
import type { Language } from '#domain/language.ts';
import { secondMs } from '#domain/time.ts';
import { alertMessages } from '#phrases/messages.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import { pushKeys, pushSubscriptions } from '#server/database/tables/alert-tables.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import type { PushIdentity } from '#server/integrations/push/push.ts';
import { alertText, resultText, toNews } from './alert-text.ts';
import type { DeliveriesContext, DeliveriesNeeds } from './deliveries-context.ts';
import type { SignalAlertContent, SignalResultContent } from './message.ts';
import type { DeliveryRow } from './outbox.ts';
import type { Attempt, Channel } from './worker.ts';

/** Pushes have no rate limit. */
const slots = 50;

/** A repetition replaces the first by its topic, so it may be sent again while it holds. */
export const pushChannel = (ctx: DeliveriesContext): Channel => ({
  name: 'push',
  slots,
  perSecond: null,
  deliver: async (delivery, content): Promise<Attempt> => {
    const { db, clock } = ctx;
    const isDevice = and(eq(pushSubscriptions.id, delivery.recipient), eq(pushSubscriptions.userId, delivery.userId));
    const [device] = await db.select().from(pushSubscriptions).where(isDevice);
    if (!device) return { kind: 'gone', error: 'the device was removed' };
    const now = clock.now();
    const message = toPush(delivery, toNews(content));
    const ttlS = Math.floor((message.until - now) / secondMs);
    const topic = getTag(delivery).replaceAll('-', '');
    const outcome = await ctx.push.send(await ctx.readPushIdentity(), device, {
      payload: message.payload,
      ttlS,
      topic,
    });
    if (outcome === 'failed') return { kind: 'failed', error: 'the push service did not accept it' };
    if (outcome === 'gone') {
      await db.delete(pushSubscriptions).where(isDevice);
      return { kind: 'gone', error: 'the push service knows the device no longer' };
    }
    await db
      .update(pushSubscriptions)
      .set({ lastSentAt: new Date(now) })
      .where(isDevice);
    return { kind: 'sent' };
  },
});

/** The same on all devices of a user. */
const getTag = ({ alertId, id }: DeliveryRow): string => alertId ?? id;

/** What the service worker shows (src/web/offline/alert-notification.ts), and until when it is news. */
function toPush(delivery: DeliveryRow, content: SignalAlertContent | SignalResultContent) {
  const { lang, dropAt } = delivery;
  const common = { tag: getTag(delivery), lang, url: content.link };
  if (content.kind === 'signal_result') {
    const payload = { kind: 'result', ...common, ...resultText(content, lang) };
    return { payload: JSON.stringify(payload), until: dropAt.getTime() };
  }
  const { holdsUntil } = content;
  const payload = { kind: 'alert', ...common, ...alertText(content, lang), holdsUntil, ...getButtons(lang) };
  return { payload: JSON.stringify(payload), until: Date.parse(holdsUntil) };
}

function getButtons(lang: Language) {
  const { seconds, over, open, dismiss } = alertMessages[lang];
  return { seconds, over, open, dismiss };
}

/** The keys of the configuration, otherwise those generated once and stored. */
export function pushIdentity({ db, clock, config, push }: DeliveriesNeeds): () => Promise<PushIdentity> {
  const seal = createSealText(config, 'push key');
  const read = async (): Promise<PushIdentity> => {
    const { subject, keys } = config.vapid;
    if (keys) return { subject, ...keys };
    const find = async () => (await db.select().from(pushKeys))[0];
    if (!(await find())) {
      const { publicKey, privateKey } = push.generateKeys();
      const key = { publicKey, sealed: await seal.seal(privateKey), createdAt: new Date(clock.now()) };
      // Of two processes that generate at once, the first one's key is stored.
      await db.insert(pushKeys).values(key).onConflictDoNothing();
    }
    const stored = await find();
    const privateKey = stored && (await seal.open(stored.sealed));
    if (!stored || !privateKey)
      throw new Error('the push key was sealed under another SECRET: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY');
    return { subject, publicKey: stored.publicKey, privateKey };
  };
  return cacheAnswer({ clock, ms: Number.POSITIVE_INFINITY, read });
}
