import type { Readable } from 'node:stream';
import fastify from 'fastify';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ownDataEndpoints } from '#contract/own-data.ts';
import { contestDraws, contestScreenshots, contestWinners } from '#server/database/tables/contest-tables.ts';
import { signals } from '#server/database/schema.ts';
import { exportHistory } from '#server/modules/signals/statistics/history.ts';
import { aLiveSignal, aUser, issuedAt } from '#tests/support/a-signal.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { openOwnData } from './export-own-data.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const ownSignals = 1_250;
const database = sharedByTests(createTestDatabase);
let userId = '';
/** Queries of signals, and how many of them succeed. */
const pages = { texts: [] as string[], max: Number.POSITIVE_INFINITY };

beforeAll(async () => {
  const { db, pool } = database;
  userId = await aUser(db);
  const like = await aLiveSignal(db, { userId, status: 'settled', result: 'void' });
  // Many of one instant, as no page may end between two of them.
  const more = Array.from({ length: ownSignals - 1 }, (_, i) => ({
    ...like,
    id: crypto.randomUUID(),
    issuedAt: new Date(issuedAt + Math.floor(i / 300)),
  }));
  await db.insert(signals).values(more);
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  const watched = (first: { text: string }, values: unknown[]) => {
    if (first.text.includes('from "signals"')) pages.texts.push(first.text);
    return pages.texts.length > pages.max ? Promise.reject(new Error('the database is away')) : query(first, values);
  };
  Object.assign(pool, { query: watched });
});
beforeEach(() => {
  Object.assign(pages, { texts: [], max: Number.POSITIVE_INFINITY });
});

const allData = async (): Promise<Readable> => (await openOwnData(database.db, userId, issuedAt)).file;
const history = async (): Promise<Readable> => exportHistory(database.db, userId, {}, 'oldest');
const toText = async (file: Readable): Promise<string> => (await file.toArray()).join('');

it('exports all data as one JSON document, each row once and in order, from pages of 250 rows', async () => {
  const { db } = database;
  const contestId = '2026-12-01';
  const at = new Date(0);
  await db.insert(contestDraws).values({ contestId, drawnAt: at });
  const winner = { contestId, userId, prize: 1, status: 'awaiting', statusAt: at, sendUntil: at } as const;
  await db.insert(contestWinners).values(winner);
  for (const image of ['one', 'two', 'three'])
    await db.insert(contestScreenshots).values({
      id: crypto.randomUUID(),
      contestId,
      userId,
      type: 'image/png',
      image: Buffer.from(image),
      sentAt: new Date(image.length),
    });
  const data = ownDataEndpoints['GET /api/user/export'].answer.parse(JSON.parse(await toText(await allData())));
  const { signals: exported = [] } = data;
  expect(new Set(exported.map(({ id }) => id)).size).toBe(ownSignals);
  const places = exported.map((signal) => `${String(signal.issuedAt)} ${String(signal.id)}`);
  expect(places).toEqual(places.toSorted());
  expect(data.contestScreenshots).toHaveLength(3);
  // Five full pages, and one that shows that there are no more.
  expect(pages.texts).toHaveLength(6);
  for (const text of pages.texts) expect(text).toMatch(/limit \$/);
});

it.each([
  ['all data', allData],
  ['the history', history],
])('reads of %s neither what no file has nor more than the reader takes, and holds no connection', async (_, open) => {
  const file = await open();
  const parts = file[Symbol.asyncIterator]();
  while (pages.texts.length < 2) await parts.next();
  await new Promise((resolve) => setTimeout(resolve));
  expect(pages.texts.length).toBeLessThanOrEqual(3);
  expect(pages.texts.join()).not.toContain('analytics');
  while (database.pool.idleCount < database.pool.totalCount) await new Promise((resolve) => setImmediate(resolve));
  expect(database.pool.waitingCount).toBe(0);
  await parts.return?.();
  expect(file.destroyed).toBe(true);
});

it.each([
  ['all data', allData],
  ['the history', history],
])('breaks off an export of %s that fails in the middle, so that it does not look complete', async (_, open) => {
  pages.max = 2;
  const app = fastify();
  app.get('/file', async (_request, reply) => reply.type('application/octet-stream').send(await open()));
  const address = await app.listen({ port: 0 });
  const answer = await fetch(`${address}/file`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  await app.close();
});
