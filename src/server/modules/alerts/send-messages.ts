import type { Language } from '#domain/language.ts';
import { secondMs } from '#domain/time.ts';
import { alertMessages } from '#phrases/messages.ts';
import { inTransaction } from '#server/database/connection.ts';
import { interpolate } from '#server/http/phrase-values.ts';
import type { Places } from '#server/integrations/places/places.ts';
import type { SendPush } from '#server/integrations/push/push.ts';
import type { ChatMessage } from '#server/integrations/telegram/telegram.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { SendToChat } from '#server/modules/telegram/telegram.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { textOfAlert, textOfResult, toAlertContent, toResultContent } from './alert-content.ts';
import {
  type AlertRow,
  type ClaimedSend,
  claimSends,
  dropLateSends,
  endSend,
  hasWaitingSends,
  listRecipients,
  postponeSend,
  type SendChannel,
} from './alerts.repository.ts';
import { deleteGoneDevice, findPushDevice, touchPushDevice } from './push-devices.repository.ts';
import type { ReadPushIdentity } from './push-devices.ts';

/**
 * Sends the messages of one channel that wait, batch by batch until `stopping`, and drops the late ones.
 * Resolves with the number of attempts.
 */
type SendMessages = (stopping?: AbortSignal) => Promise<number>;

interface SendingDependencies extends Pick<Platform, 'db' | 'log'> {
  readonly channels: readonly SendMessages[];
  readonly after: Scheduler['after'];
}

export interface Sending extends Repeating {
  send(stopping: AbortSignal): Promise<void>;
}

/** Sends over all channels, each second in which something waits. */
export function createSending({ db, channels, after, log }: SendingDependencies): Sending {
  const send = async (stopping: AbortSignal): Promise<void> =>
    void (await Promise.all(channels.map((sendMessages) => sendMessages(stopping))));
  const { start, stop } = repeat({
    everyMs: secondMs,
    task: async (stopping) => {
      if (await hasWaitingSends(db)) await send(stopping);
    },
    onError: (error) => log.error({ err: error }, 'sending alerts failed; retrying'),
    after,
  });
  return { send, start, stop };
}

interface SendPushesDependencies extends Pick<Platform, 'db' | 'clock' | 'crashPoint'> {
  readonly log: Pick<Platform['log'], 'error'>;
  readonly readIdentity: ReadPushIdentity;
  readonly sendPush: SendPush;
}

/** Pushes have no rate limit; so many are claimed at once. */
const pushRoom: Room = { count: 50, use: () => undefined };

/** A repetition replaces the first by its topic, so it may be sent again while it holds. */
export function createSendPushes(needs: SendPushesDependencies): SendMessages {
  const { db, clock, readIdentity, sendPush, crashPoint } = needs;

  const deliver: Deliver = async ({ target, alert }, lang) => {
    const device = target === null ? undefined : await findPushDevice(db, target);
    if (!device) return 'ended';
    const now = clock.now();
    const { payload, until } = pushPayload(alert, lang);
    const ttlS = Math.floor((until - now) / secondMs);
    // The claim may have waited for others of its batch.
    if (ttlS <= 0 || alert.dropAt.getTime() <= now) return 'failed';
    const topic = alert.id.replaceAll('-', '');
    const outcome = await sendPush(await readIdentity(), device, { payload, ttlS, topic });
    crashPoint('push.after-send');
    if (outcome === 'gone') {
      await deleteGoneDevice(db, device.id);
      return 'ended';
    }
    if (outcome === 'sent') await touchPushDevice(db, device.id, new Date(now));
    return outcome;
  };

  return createSendMessages({ ...needs, channel: 'push', deliver, takeRoom: async () => pushRoom });
}

/** What the service worker shows (src/web/offline/alert-notification.ts). */
function pushPayload(alert: AlertRow, lang: Language): { payload: string; until: number } {
  return alert.kind === 'alert' ? payloadOfAlert(alert, lang) : payloadOfResult(alert, lang);
}

function payloadOfAlert({ id, content: stored }: AlertRow, lang: Language) {
  const content = toAlertContent(stored);
  const { holdsUntil, link: url } = content;
  const { seconds, over, open, dismiss } = alertMessages[lang];
  const buttons = { seconds, over, open, dismiss };
  const payload = { kind: 'alert', tag: id, lang, ...textOfAlert(content, lang), url, holdsUntil, ...buttons };
  return { payload: JSON.stringify(payload), until: Date.parse(holdsUntil) };
}

function payloadOfResult({ id, content: stored, dropAt }: AlertRow, lang: Language) {
  const content = toResultContent(stored);
  const payload = { kind: 'result', tag: id, lang, ...textOfResult(content, lang), url: content.link };
  return { payload: JSON.stringify(payload), until: dropAt.getTime() };
}

interface SendChatMessagesDependencies extends Pick<Platform, 'db' | 'clock' | 'crashPoint'> {
  readonly log: Pick<Platform['log'], 'error'>;
  readonly sendToChat: SendToChat;
  readonly places: Places;
  readonly after: Scheduler['after'];
}

/** Below the thirty a second that Telegram accepts of one bot, which all processes share. */
const maxChatMessagesPerSecond = 25;

/**
 * A chat has no topics: of a process that died between sending and marking, the same message comes a
 * second time, because a lost alert would be worse.
 */
export function createSendChatMessages(needs: SendChatMessagesDependencies): SendMessages {
  const { clock, sendToChat, crashPoint } = needs;

  const deliver: Deliver = async ({ alert }, lang) => {
    // The claim may have waited for others of its batch.
    if (alert.dropAt.getTime() <= clock.now()) return 'failed';
    const outcome = await sendToChat(alert.userId, chatMessage(alert, lang));
    crashPoint('telegram.after-send');
    return outcome === 'gone' || outcome === 'rejected' ? 'ended' : outcome;
  };

  return createSendMessages({ ...needs, channel: 'telegram', deliver, takeRoom: createTakeRoom(needs) });
}

/** Each message takes one of the places that all processes share, for a second. */
const createTakeRoom =
  ({ places, after }: Pick<SendChatMessagesDependencies, 'places' | 'after'>) =>
  async (): Promise<Room> => {
    const takeOne = () => places.take({ 'messages of the bot': maxChatMessagesPerSecond }, secondMs);
    const wanted = await Promise.all(Array.from({ length: maxChatMessagesPerSecond }, takeOne));
    const taken = wanted.filter((place) => place !== null);
    return {
      count: taken.length,
      use: (used) => {
        for (const place of taken.slice(used)) place.release();
        for (const place of taken.slice(0, used)) after(secondMs, place.release);
      },
    };
  };

/** What the bot writes. Its button opens the signal screen prepared, or the history. */
export function chatMessage({ kind, content }: AlertRow, lang: Language): ChatMessage {
  const label = alertMessages[lang].open;
  if (kind === 'result') {
    const result = toResultContent(content);
    const { title, body } = textOfResult(result, lang);
    return { text: `${title}\n${body}`, button: { label, url: result.link } };
  }
  const alert = toAlertContent(content);
  const { title, body } = textOfAlert(alert, lang);
  return { text: `${title}\n${body}\n${formatUntil(alert.holdsUntil, lang)}`, button: { label, url: alert.link } };
}

/** A chat has no countdown, and the reader's time zone is unknown. */
function formatUntil(holdsUntil: string, lang: Language): string {
  const time = new Intl.DateTimeFormat(lang, { timeStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(holdsUntil));
  return interpolate(alertMessages[lang].holdsUntil, { time });
}

/**
 * One attempt. `ended`: it can never be sent; `failed`: it is sent again while it holds; a pause:
 * the channel accepts nothing for so long, milliseconds.
 */
type Deliver = (
  message: ClaimedSend,
  lang: Language,
) => Promise<'sent' | 'ended' | 'failed' | { readonly retryAfterMs: number }>;

interface SendMessagesDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly log: Pick<Platform['log'], 'error'>;
  readonly channel: SendChannel;
  readonly deliver: Deliver;
  readonly takeRoom: () => Promise<Room>;
}

/** How many messages may be claimed now. */
interface Room {
  readonly count: number;
  /** Called once with the number that was claimed. */
  use(count: number): void;
}

/** Longer than an attempt; a message of a process that died is taken over then. */
const claimMs = 6 * secondMs;
const maxAttempts = 3;

/** The loop of either channel. */
function createSendMessages(needs: SendMessagesDependencies): SendMessages {
  const { db, clock, channel, deliver, takeRoom, log } = needs;

  const sendOne = async (message: ClaimedSend, lang: Language): Promise<void> => {
    const outcome = await deliver(message, lang);
    if (outcome === 'failed') return;
    if (typeof outcome === 'object') return postponeSend(db, message.id, new Date(clock.now() + outcome.retryAfterMs));
    await endSend(db, message.id, outcome === 'sent' ? 'sent' : 'failed');
  };

  const claim = async (): Promise<ClaimedSend[]> => {
    const room = await takeRoom();
    let claimed: ClaimedSend[] = [];
    try {
      const now = clock.now();
      const free = { now: new Date(now), until: new Date(now + claimMs), limit: room.count };
      if (room.count > 0)
        claimed = await inTransaction(db, ({ tx }) => claimSends(tx, { channel, maxAttempts, ...free }));
      return claimed;
    } finally {
      room.use(claimed.length);
    }
  };

  return async (stopping) => {
    let sent = 0;
    while (!stopping?.aborted) {
      const claimed = await claim();
      if (claimed.length === 0) break;
      const userIds = claimed.map(({ alert }) => alert.userId);
      const recipients = await listRecipients(db, userIds);
      await Promise.all(
        claimed.map((one) =>
          sendOne(one, recipients.get(one.alert.userId)?.lang ?? 'uk').catch((error: unknown) =>
            log.error({ err: error, channel, userId: one.alert.userId }, 'sending an alert failed; retrying'),
          ),
        ),
      );
      sent += claimed.length;
    }
    await dropLateSends(db, channel, new Date(clock.now()));
    return sent;
  };
}
