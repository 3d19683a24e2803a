import type { Clock } from '#domain/clock.ts';
import { secondMs } from '#domain/time.ts';
import type { CrashHook } from '#server/crash-points.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { SendPush } from '#server/integrations/push/push.ts';
import type { Language } from '#domain/language.ts';
import { type AlertRow, claimSends, type ClaimedSend, dropLateSends, endSend } from './alerts.repository.ts';
import { deleteGoneDevice, findPushDevice, touchPushDevice } from './push-devices.repository.ts';
import { pushPayload } from './push-payload.ts';
import type { ReadPushIdentity } from './push-identity.ts';

/** Sends the messages that wait for devices and drops the late ones. Resolves with their number. */
export type SendPushes = () => Promise<number>;

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly readIdentity: ReadPushIdentity;
  readonly sendPush: SendPush;
  readonly listLanguages: (userIds: readonly string[]) => Promise<ReadonlyMap<string, Language>>;
  readonly crashPoint: CrashHook;
}

const batchSize = 50;
/** Longer than an attempt; a message of a process that died is taken over then. */
const claimMs = 6 * secondMs;
/** A repetition replaces the first by its topic, so it may be sent again while it holds. */
const maxAttempts = 3;

export function createSendPushes(needs: Needs): SendPushes {
  const { db, clock, readIdentity, sendPush, crashPoint } = needs;

  const sendOne = async ({ id, target, alert }: ClaimedSend, lang: Language): Promise<void> => {
    const device = target === null ? undefined : await findPushDevice(db, target);
    if (!device) return endSend(db, id, 'failed');
    const now = clock.now();
    const { payload, until } = pushPayload(alert, lang);
    const ttlS = Math.floor((until - now) / secondMs);
    if (ttlS <= 0) return;
    const topic = alert.id.replaceAll('-', '');
    const outcome = await sendPush(await readIdentity(), device, { payload, ttlS, topic });
    crashPoint('push.after-send');
    if (outcome === 'gone') return deleteGone(id, device.id);
    if (outcome === 'failed') return;
    await endSend(db, id, 'sent');
    await touchPushDevice(db, device.id, new Date(now));
  };

  const deleteGone = async (id: string, deviceId: string): Promise<void> => {
    await endSend(db, id, 'failed');
    await deleteGoneDevice(db, deviceId);
  };

  const claim = (): Promise<ClaimedSend[]> => {
    const now = clock.now();
    const free = { now: new Date(now), until: new Date(now + claimMs), limit: batchSize };
    return inTransaction(db, (tx) => claimSends(tx, { channel: 'push', maxAttempts, ...free }));
  };

  return async () => {
    let sent = 0;
    for (;;) {
      const claimed = await claim();
      if (claimed.length === 0) break;
      const languages = await needs.listLanguages(claimed.map(({ alert }) => alert.userId));
      await Promise.all(claimed.map((one) => sendOne(one, languageOf(languages, one.alert))));
      sent += claimed.length;
    }
    await dropLateSends(db, new Date(clock.now()));
    return sent;
  };
}

const languageOf = (languages: ReadonlyMap<string, Language>, { userId }: AlertRow): Language =>
  languages.get(userId) ?? 'uk';
