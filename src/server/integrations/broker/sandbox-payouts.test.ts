import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccountBook } from '../../../sandbox-broker/account-book.ts';
import { createSandboxApp } from '../../../sandbox-broker/create-sandbox-app.ts';
import { payoutPercentAt } from '../../../sandbox-broker/payout-at.ts';
import { systemScheduler } from '#server/jobs/scheduler.ts';
import { createReadSandboxPayouts } from './sandbox-payouts.ts';

const partnerId = 'kurs-demo';
const now = Date.parse('2026-03-03T15:59:59.999Z');
let folder: string;
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-sandbox-'));
  const book = await openAccountBook({ folder, seedFile: null, partner: partnerId, now: () => now });
  const terms = { returnUrl: null, quotes: null, now: () => now, chance: () => 0 };
  app = await createSandboxApp({ book, partner: partnerId, token: 'a token', ...terms });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (apiToken: string, apiUrl = async () => url, stopping = new AbortController().signal) =>
  createReadSandboxPayouts({ apiUrl, partnerId, apiToken, ...systemScheduler })(stopping);

it('reads what the training broker pays of each pair now', async () => {
  const stated = await read('a token');
  expect(stated.size).toBe(28);
  expect([...stated]).toEqual([...stated.keys()].map((symbol) => [symbol, payoutPercentAt(symbol, now)]));
});

it('fails with a wrong token, and ends at once when it is stopped before the broker has started', async () => {
  await expect(read('another token')).rejects.toThrow('the broker answered 403');
  const stopping = new AbortController();
  const waiting = read('a token', () => new Promise(() => undefined), stopping.signal);
  stopping.abort();
  await expect(waiting).rejects.toThrow('no answer within the timeout');
});
