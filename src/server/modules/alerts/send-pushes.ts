import type { Language } from '#domain/language.ts';
import { secondMs } from '#domain/time.ts';
import { alertMessages } from '#phrases/alert-messages.ts';
import type { SendPush } from '#server/integrations/push/push.ts';
import type { Platform } from '#server/start/platform.ts';
import { textOfAlert, textOfResult } from './alert-text.ts';
import type { AlertRow } from './alerts.repository.ts';
import { deleteGoneDevice, findPushDevice, touchPushDevice } from './push-devices.repository.ts';
import type { ReadPushIdentity } from './push-identity.ts';
import { toAlertContent, toResultContent } from './alert-content.ts';
import { createSendMessages, type Deliver, type SendMessages } from './send-messages.ts';

interface SendPushesDependencies extends Pick<Platform, 'db' | 'clock' | 'crashPoint'> {
  readonly readIdentity: ReadPushIdentity;
  readonly sendPush: SendPush;
}

const batch = 50;

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

  return createSendMessages({ ...needs, channel: 'push', deliver, batch, isPaced: false });
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
