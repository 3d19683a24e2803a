import { createECDH } from 'node:crypto';
import ece from 'http_ece';
import { expect, test } from 'vitest';
import { webPushService } from './push.ts';

/** RFC 8291, section 5 and appendix A. */
const example = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  clear: 'When I grow up, I want to be a watermelon',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};
const browser = createECDH('prime256v1');
browser.setPrivateKey(Buffer.from(example.privateKey, 'base64url'));
const decrypt = (body: Buffer): string =>
  ece.decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: example.auth }).toString();

test('a browser that reads the example of RFC 8291 reads our message, in the same form', async () => {
  const sent: Buffer[] = [];
  const { generateKeys, send } = webPushService(async ({ body }) => {
    sent.push(Buffer.from(body));
    return 201;
  });
  const target = { endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV', ...example };
  const identity = { subject: 'mailto:support@kurs.example', ...generateKeys() };
  await send(identity, target, { payload: example.clear, ttlS: 10, topic: 'example' });

  const published = Buffer.from(example.body, 'base64url');
  expect(decrypt(published)).toBe(example.clear);
  const [own = Buffer.alloc(0)] = sent;
  expect(decrypt(own)).toBe(example.clear);
  // Salt and sender's key are random; record size, length of the key and length of the whole are the RFC's.
  expect(own.subarray(16, 21)).toEqual(published.subarray(16, 21));
  expect(own).toHaveLength(published.length);
});

test('a key that is no point of the curve ends its subscription, and nothing is sent', async () => {
  const { generateKeys, send } = webPushService(async () => {
    throw new Error('nothing can be encrypted for it');
  });
  const identity = { subject: 'mailto:support@kurs.example', ...generateKeys() };
  const p256dh = `BAAA${example.p256dh.slice(4)}`;
  const target = { ...example, endpoint: 'https://push.example.net/push/1', p256dh };
  await expect(send(identity, target, { payload: '{}', ttlS: 10, topic: 'example' })).resolves.toBe('gone');
});
