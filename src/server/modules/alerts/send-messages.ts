import type { Language } from '#domain/language.ts';
import { secondMs } from '#domain/time.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  type ClaimedSend,
  claimSends,
  dropLateSends,
  endSend,
  listRecipients,
  postponeSend,
  type SendChannel,
} from './alerts.repository.ts';

/**
 * Sends the messages of one channel that wait, batch by batch until `stopping`, and drops the late ones.
 * Resolves with the number of attempts.
 */
export type SendMessages = (stopping?: AbortSignal) => Promise<number>;

/**
 * One attempt. `ended`: it can never be sent; `failed`: it is sent again while it holds; a pause:
 * the channel accepts nothing for so long, milliseconds.
 */
export type Deliver = (
  message: ClaimedSend,
  lang: Language,
) => Promise<'sent' | 'ended' | 'failed' | { readonly retryAfterMs: number }>;

interface SendMessagesDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly channel: SendChannel;
  readonly deliver: Deliver;
  /** Messages claimed at once. */
  readonly batch: number;
  /** Whether one batch is all that may be sent in a second, because the channel is limited. */
  readonly isPaced: boolean;
}

/** Longer than an attempt; a message of a process that died is taken over then. */
const claimMs = 6 * secondMs;
const maxAttempts = 3;

export function createSendMessages(needs: SendMessagesDependencies): SendMessages {
  const { db, clock, channel, deliver, batch, isPaced } = needs;

  const sendOne = async (message: ClaimedSend, lang: Language): Promise<void> => {
    const outcome = await deliver(message, lang);
    if (outcome === 'failed') return;
    if (typeof outcome === 'object') return postponeSend(db, message.id, new Date(clock.now() + outcome.retryAfterMs));
    await endSend(db, message.id, outcome === 'sent' ? 'sent' : 'failed');
  };

  /** What the runs of the last second claimed: one follows each minute, and one each second. */
  let claims: { readonly at: number; count: number }[] = [];

  const claim = async (): Promise<ClaimedSend[]> => {
    const now = clock.now();
    claims = claims.filter(({ at }) => at > now - secondMs);
    const limit = isPaced ? batch - claims.reduce((sum, { count }) => sum + count, 0) : batch;
    if (limit === 0) return [];
    const own = { at: now, count: limit };
    claims.push(own);
    const free = { now: new Date(now), until: new Date(now + claimMs), limit };
    const claimed = await inTransaction(db, ({ tx }) => claimSends(tx, { channel, maxAttempts, ...free }));
    own.count = claimed.length;
    return claimed;
  };

  return async (stopping) => {
    let sent = 0;
    while (!stopping?.aborted) {
      const claimed = await claim();
      if (claimed.length === 0) break;
      const userIds = claimed.map(({ alert }) => alert.userId);
      const recipients = await listRecipients(db, userIds);
      await Promise.all(claimed.map((one) => sendOne(one, recipients.get(one.alert.userId)?.lang ?? 'uk')));
      sent += claimed.length;
      if (isPaced) break;
    }
    await dropLateSends(db, channel, new Date(clock.now()));
    return sent;
  };
}
