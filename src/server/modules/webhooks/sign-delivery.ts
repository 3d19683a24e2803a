import { Webhook } from 'standardwebhooks';

interface Signed {
  /** The delivery's id: the same for every attempt, so that a receiver recognises a repetition. */
  readonly id: string;
  readonly payload: string;
  readonly at: Date;
  /** The current one first; the previous one while a rotation overlaps. */
  readonly secrets: readonly string[];
}

/** The headers of Standard Webhooks (standardwebhooks.com), one signature per secret. */
export const signDelivery = ({ id, payload, at, secrets }: Signed): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Kurs-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
});
