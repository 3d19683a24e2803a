import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import { signRound, testChain } from '#tests/support/record/test-beacon.ts';
import { BeaconSilent } from './beacon.ts';
import { createDrandBeacon } from './drand-beacon.ts';
import { closeServer, listenLocally } from '#tests/support/network/local-server.ts';

/** As a relay answers: https://api.drand.sh/52db…e971/public/1000. */
const published = {
  round: 1_000,
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};

/** A relay: it serves the rounds of known chains, and answers 425 to a round in the future. */
let answer: { status: number; body: string };
const server = createServer((request, response) => {
  const isKnown = request.url === `/${quicknet.hash}/public/1000` || request.url === `/${testChain.hash}/public/1000`;
  response.writeHead(isKnown ? answer.status : 404).end(answer.body);
});
let relay = '';
beforeAll(async () => {
  relay = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(() => closeServer(server));

it('reads a round of quicknet, whether or not the address of the relay ends with a slash', async () => {
  answer = { status: 200, body: JSON.stringify(published) };
  const { signature, randomness } = published;
  for (const address of [relay, `${relay}/`])
    expect(await createDrandBeacon({ relay: address }).read(1_000)).toEqual({ signature, randomness });
});

it('reads a round of another chain only with the key of that chain', async () => {
  const signature = await signRound(1_000);
  answer = { status: 200, body: JSON.stringify({ ...published, signature }) };
  expect((await createDrandBeacon({ relay, chain: testChain }).read(1_000)).signature).toBe(signature);
  await expect(createDrandBeacon({ relay }).read(1_000)).rejects.toThrow('not signed by its chain');
});

it.each([
  ['a round in the future', 425, ''],
  ['a page', 200, '<!doctype html>'],
  ['another round', 200, JSON.stringify({ ...published, round: 1_001 })],
  ['a signature that is not hex', 200, JSON.stringify({ ...published, signature: 'zz' })],
  ['a changed signature', 200, JSON.stringify({ ...published, signature: `${published.signature.slice(0, -1)}8` })],
  ['too much', 200, JSON.stringify({ ...published, previous_signature: 'ab'.repeat(8_192) })],
])('rejects with BeaconSilent on %s', async (_title, status, body) => {
  answer = { status, body };
  await expect(createDrandBeacon({ relay }).read(1_000)).rejects.toThrow(BeaconSilent);
});

it('rejects with BeaconSilent without an answer', async () => {
  await expect(createDrandBeacon({ relay: 'http://127.0.0.1:9' }).read(1_000)).rejects.toThrow(BeaconSilent);
});
