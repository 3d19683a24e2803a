import { createECDH, randomBytes } from 'node:crypto';
import ece from 'http_ece';
import { importJWK, jwtVerify } from 'jose';
import { type FakeEndpoint, startFakeEndpoint } from './fake-endpoint.ts';

/** A browser's subscription, and the keys that decrypt what arrives for it. */
export interface FakeBrowser {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** Messages that arrived, decrypted, after their VAPID header was verified. */
  received(): Promise<ReceivedPush[]>;
}

interface ReceivedPush {
  readonly payload: Record<string, unknown>;
  readonly ttl: number;
  readonly topic: string;
  readonly subject: string;
  readonly vapidKey: string;
}

/** A push service over https with subscriptions of its own; it rejects nothing by itself. */
export async function startFakePushService(): Promise<FakeEndpoint & { subscribe(): FakeBrowser }> {
  const endpoint = await startFakeEndpoint();
  endpoint.answer = 201;
  const subscribe = (): FakeBrowser => {
    const path = `/push/${randomBytes(12).toString('base64url')}`;
    const keys = createECDH('prime256v1');
    const p256dh = keys.generateKeys().toString('base64url');
    const auth = randomBytes(16).toString('base64url');
    const { origin } = new URL(endpoint.url);
    const received = (): Promise<ReceivedPush[]> =>
      Promise.all(
        endpoint.received
          .filter((post) => post.path === path)
          .map(async ({ headers, body }) => {
            const { subject, vapidKey } = await verifyVapid(String(headers.authorization), origin);
            const clear = ece.decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth });
            const payload = JSON.parse(clear.toString()) as Record<string, unknown>;
            return { payload, ttl: Number(headers.ttl), topic: String(headers.topic), subject, vapidKey };
          }),
      );
    return { subscription: { endpoint: `${origin}${path}`, keys: { p256dh, auth } }, received };
  };
  return Object.assign(endpoint, { subscribe });
}

/** RFC 8292: a JWT for this origin, signed by the key that the header names. */
async function verifyVapid(authorization: string, audience: string) {
  const [, token = '', vapidKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(vapidKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(token, key, { audience });
  return { subject: String(payload.sub), vapidKey };
}
