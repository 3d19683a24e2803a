import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { createFindings } from '#record/verify/findings.ts';
import { createRecordAddress } from '#scripts/record/record-address.ts';
import { openTileSource } from '#scripts/record/signed-tiles.ts';
import { verifyAddress } from '#scripts/record/verify-address.ts';
import { publishLog, serveLog } from '#tests/support/record/published-log.ts';
import { type LogEntry, simulateLog } from '#tests/support/record/simulated-log.ts';

vi.setConfig({ testTimeout: 60_000 });

const from = Date.parse('2026-03-02T09:00:00.000Z');
const minutes = 400;
const end = from + minutes * minuteMs;
const lateEnough = Date.parse('2030-01-01T00:00:00.000Z');
const honest = simulateLog({ from, minutes, signals: 150 });
/** The same leaves up to 600, then those of another record. */
const another = simulateLog({ from, minutes, signals: 150, seed: 2 });
const forked = [...honest.slice(0, 600), ...another.slice(600)];

const operator = generateKeyPairSync('ed25519').privateKey;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Change = Parameters<typeof serveLog>[1];

async function serve(entries: readonly LogEntry[], change?: Change, key: KeyObject = operator): Promise<string> {
  const { address, close } = await serveLog(publishLog(entries, lateEnough, [], key), change);
  closing.push(close);
  return address;
}

/** As a mirror's files behind any web server. */
async function serveFiles(entries: readonly LogEntry[]): Promise<string> {
  const log = publishLog(entries, lateEnough, [], operator);
  const answer: typeof log.answer = (path, query) =>
    path.startsWith('/api/') ? null : log.answer(`/api/record${path}`, query);
  const { address, close } = await serveLog({ ...log, answer });
  closing.push(close);
  return address;
}

const needs = { fetchUrl: fetch, pause: async (): Promise<void> => undefined };

/** As `npm run verify-record -- <address> --against <other>` does. */
async function compare(address: string, other: string, now = end) {
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  const against = { own: await openTileSource(address, needs), other: await openTileSource(other, needs) };
  await verifyAddress(createRecordAddress(address, needs), { now, witnesses: null, against }, findings);
  return { failures: findings.failures(), output: lines.join('\n') };
}

it('A66: one history passes against another server, whichever of them is larger', async () => {
  const other = await serve(honest.slice(0, 900));
  for (const size of [700, 900, honest.length]) {
    const { failures, output } = await compare(await serve(honest.slice(0, size)), other, honest[size - 1]?.at);
    expect([failures, output]).toEqual([0, expect.stringContaining(`are one history of ${size} leaves`)]);
    expect(output).toContain(`900 opened leaves of ${other} were compared`);
  }
});

it('A66: two servers of one operator that show two logs contradict each other', async () => {
  const other = await serve(honest);
  for (const size of [700, honest.length, forked.length]) {
    const { failures, output } = await compare(await serve(forked.slice(0, size)), other);
    expect(output).toContain(
      `FAILS  two histories: leaf 600 of ${other} is not that of the record, and both are signed`,
    );
    expect(failures).toBeGreaterThan(0);
  }
});

it('A66: a mirror behind any web server serves as well', async () => {
  const mirror = await serveFiles(honest);
  const same = await compare(await serve(honest), mirror);
  expect([same.failures, same.output]).toEqual([0, expect.stringContaining(`${honest.length} opened leaves of`)]);
  expect((await compare(await serve(forked), mirror)).output).toContain(`FAILS  two histories: leaf 600 of ${mirror}`);
});

it('A66: a leaf that a mirror has open and the record withholds again is named', async () => {
  const other = await serve(honest);
  const withheld = (entry: LogEntry, i: number): LogEntry => (i === 412 ? { ...entry, opensAt: Infinity } : entry);
  const { failures, output } = await compare(await serve(honest.map(withheld)), other);
  expect(output).toContain(`FAILS  leaf 412 is open in ${other} and withheld by the record`);
  expect(failures).toBeGreaterThan(0);
});

it.each([
  [404, /FAILS {2}an answer is withheld: .* answers 404 to tile\/1\/000/],
  [200, /FAILS {2}tile\/1\/000.* has 3 bytes/],
])('A66: tiles that are withheld or not those of the signed tree are no success: %d', async (status, sentence) => {
  const change: Change = (path, answer) =>
    path.includes('/tile/1/') ? { status, body: '', bytes: Buffer.from('???') } : answer;
  const { failures, output } = await compare(await serve(honest, change), await serve(honest));
  expect(output).toMatch(sentence);
  expect(failures).toBe(1);
});

it('A66: a copy of a record with another key is no proof of this one', async () => {
  const other = await serve(honest, undefined, generateKeyPairSync('ed25519').privateKey);
  const { failures, output } = await compare(await serve(honest), other);
  expect(output).toContain(`FAILS  the checkpoint of ${other} is not signed by`);
  expect(failures).toBe(1);
});
