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

/** `gone`: the subscription has ended, or its key is none, and it is to be removed. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

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
