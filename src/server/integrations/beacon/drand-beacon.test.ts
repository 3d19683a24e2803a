import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BeaconSilent } from './beacon.ts';
import { createDrandBeacon } from './drand-beacon.ts';

const signature = 'ab'.repeat(48);
const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex');
const round = { round: 24_815_020, randomness, signature };

let answer: { status: number; body: string };
const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/public/24815020`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('reads the randomness of a round', async () => {
  answer = { status: 200, body: JSON.stringify(round) };
  expect(await createDrandBeacon().read(url)).toBe(randomness);
});

it.each([
  ['a round in the future', 425, ''],
  ['a page', 200, '<!doctype html>'],
  ['another form', 200, JSON.stringify({ ...round, randomness: 'zz' })],
  ['randomness that does not match the signature', 200, JSON.stringify({ ...round, randomness: '00'.repeat(32) })],
  ['too much', 200, JSON.stringify({ ...round, previous_signature: 'ab'.repeat(8_192) })],
])('rejects with BeaconSilent on %s', async (_title, status, body) => {
  answer = { status, body };
  await expect(createDrandBeacon().read(url)).rejects.toThrow(BeaconSilent);
});

it('rejects with BeaconSilent without an answer', async () => {
  await expect(createDrandBeacon().read('http://127.0.0.1:9/')).rejects.toThrow(BeaconSilent);
});
