import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import { OutboundError, type PostOutbound } from '../outbound/outbound.ts';

/** A browser's endpoint at its push service, with the keys that only that browser can decrypt. */
interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

interface PushMessage {
  /** JSON, encrypted for the target. */
  readonly payload: string;
  /** How long the service keeps it for a browser that is away, seconds. */
  readonly ttlS: number;
  /** A newer message with the same topic replaces one that was not delivered; at most 32 letters. */
  readonly topic: string;
}

/** `gone`: the subscription has ended or its key is invalid, so it is removed. */
type PushOutcome = 'sent' | 'gone' | 'failed';

/** Our identity at push services (VAPID, RFC 8292). */
export interface PushIdentity {
  /** mailto: or https:, for the operators of push services. */
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Our way to push services. */
export interface PushService {
  readonly send: SendPush;
  /** New VAPID keys. */
  readonly generateKeys: () => { publicKey: string; privateKey: string };
}

export type SendPush = (identity: PushIdentity, target: PushTarget, message: PushMessage) => Promise<PushOutcome>;

/** Web Push (RFC 8030) with payloads encrypted by RFC 8291, through the guarded outbound calls. */
export const webPushService = (post: PostOutbound): PushService => ({
  generateKeys: () => webPush.generateVAPIDKeys(),
  send: async (vapidDetails, { endpoint, ...keys }, { payload, ttlS, topic }) => {
    // An invalid key is from no browser, and nothing can be encrypted for it.
    if (!isPublicKey(keys.p256dh)) return 'gone';
    const options = { vapidDetails, TTL: ttlS, urgency: 'high', topic } as const;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, options);
    try {
      return toOutcome(await post({ url: endpoint, headers: asText(headers), body }));
    } catch (error) {
      if (error instanceof OutboundError) return 'failed';
      throw error;
    }
  },
});

/** Whether it is a point of the curve P-256 (RFC 8291, section 3.1). */
function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** 404 and 410: RFC 8030, section 7.3. */
function toOutcome(status: number): PushOutcome {
  if (status === 404 || status === 410) return 'gone';
  return status >= 200 && status < 300 ? 'sent' : 'failed';
}

/** The sender sets the length itself. */
const asText = (headers: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  );
