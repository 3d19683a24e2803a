import { setTimeout as pause } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { dayMs } from '#domain/time.ts';
import { findOpenSession } from '#server/modules/accounts/accounts.repository.ts';
import { listUsers } from '#server/modules/accounts/administration/admin-users.repository.ts';
import { countAlerts, listRecentPairs } from '#server/modules/alerts/alerts.repository.ts';
import { listNaming, listSignals } from '#server/modules/record/append/stored-leaves.ts';
import { readInclusionProofs } from '#server/modules/record/sign/record-tree.ts';
import { deleteBatch, getName, type RetentionRule, retentionRules } from '#server/modules/retention/module.ts';
import { readStats } from '#server/modules/signals/statistics/read-stats.ts';
import { listHistory } from '#server/modules/signals/statistics/signal-statistics.repository.ts';
import type { Database } from '#server/database/connection.ts';
import { openOwnData } from '#server/modules/accounts/own-data/export-own-data.ts';
import { listAllSignals } from '#server/modules/signals/statistics/all-signals.repository.ts';
import { exportHistory } from '#server/modules/signals/statistics/history.ts';
import { type Figure, createFigure, quantile } from '../figure.ts';
import {
  findActiveUsers,
  findExportingUser,
  findSession,
  getGrowth,
  type Growth,
  growthTime,
  seedGrowth,
} from '../setup/growth-data.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';

type Print = (line: string) => void;

const rounds = 7;
const clock = { now: () => growthTime };

const small = getGrowth(Number(process.env.GROWTH_SIGNALS ?? 1_000_000) / 10);
const grown = getGrowth(10 * small.signals);

export const growthRow: Row = {
  name: 'growth',
  what: `hot queries at ${small.signals.toLocaleString('en')} and ${grown.signals.toLocaleString('en')} signals, three leaves each; exports at the latter`,
  peer: 'the same query on a tenth of the rows',
  isOnRequest: true,
  async measure(print) {
    const before = await measureAt(small, print, (db) => measureHotQueries(db, small));
    return measureAt(grown, print, async (db) => {
      // First, because later work leaves memory behind.
      const figures = await measureExports(db, print);
      return [...compareHotQueries(before, await measureHotQueries(db, grown)), ...figures];
    });
  },
};

async function measureAt<T>(growth: Growth, print: Print, measure: (db: Database) => Promise<T>): Promise<T> {
  const postgres = await startOwnPostgres();
  try {
    print(`${growth.signals.toLocaleString('en')} signals`);
    await seedGrowth(postgres.url, growth, print);
    return await measure(postgres.db);
  } finally {
    await postgres.stop();
  }
}

/** Queries of requests and jobs, for a user or a page as large at both sizes. */
async function measureHotQueries(db: Database, { signals }: Growth): Promise<ReadonlyMap<string, readonly number[]>> {
  const [user = ''] = await findActiveUsers(db, 1);
  const alerted = await findActiveUsers(db, 400);
  const session = await findSession(db);
  const now = new Date(growthTime);
  const since = new Date(growthTime - 3_600_000);
  const userFilters = { minBalance: 10, internalEmails: [] };
  const leaves = 3 * signals;
  const queries: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['history', () => listHistory(db, { userId: user, filters: {}, sort: 'newest', after: null, limit: 26 })],
    ['statistics', () => readStats(db, user, {})],
    ['newest entries of the record', () => readEntries(db, 3 * signals)],
    ['entries in the middle of the record', () => readEntries(db, Math.floor(leaves / 2))],
    ['proof of a leaf', () => readInclusionProofs(db, [Math.floor(leaves / 3)], leaves)],
    ['recent pairs of 400 alerted users', () => listRecentPairs(db, alerted, { alerted: since, issued: since })],
    ['alerts of 400 users in an hour', () => countAlerts(db, alerted, since)],
    ['session of a request', () => findOpenSession(db, session, now)],
    ['page of users', () => listUsers(db, { filters: userFilters, after: null, limit: 26 })],
    ['page of all signals', () => listAllSignals(db, { filters: {}, after: null, limit: 26 })],
    ...retentionRules.filter(hasRows).map((rule) => {
      const before = new Date(growthTime - rule.days * dayMs);
      return [`deleting a batch of ${getName(rule)}`, () => deleteBatch(db, rule, before)] as const;
    }),
  ];
  const times = new Map<string, readonly number[]>();
  for (const [what, query] of queries) times.set(what, await measureTimes(query));
  return times;
}

async function readEntries(db: Database, before: number): Promise<unknown> {
  const signals = await listSignals(db, before, 25);
  return listNaming(
    db,
    signals.map(({ index }) => index),
    ['outcome', 'void'],
  );
}

const seededTables = ['user_events', 'ticks', 'alerts', 'users'];
const hasRows = (rule: RetentionRule): boolean => seededTables.includes(getName(rule));

/** Below this no growth is seen. */
const noticedMs = 5;

function compareHotQueries(
  before: ReadonlyMap<string, readonly number[]>,
  after: ReadonlyMap<string, readonly number[]>,
): Figure[] {
  return [...after].flatMap(([what, times]) => {
    const was = before.get(what) ?? [];
    return [
      createFigure(`${what}, at a tenth`, 'ms', was),
      createFigure(`${what}, ten times as much`, 'ms', times, {
        atMost: Math.max(noticedMs, 1.5 * quantile(was, 0.5)),
      }),
    ];
  });
}

async function measureExports(db: Database, print: Print): Promise<Figure[]> {
  const user = await findExportingUser(db);
  print(`exports of ${grown.exportedSignals} signals`);
  return [
    ...(await measureUse('all data of an account', async () => (await openOwnData(db, user, clock.now())).file)),
    ...(await measureUse('the history as CSV', async () => exportHistory(db, user, {}, 'newest'))),
  ];
}

/** Time and memory of an export that is read to its end as fast as it comes. */
async function measureUse(what: string, open: () => Promise<Readable>): Promise<Figure[]> {
  // Earlier garbage is collected meanwhile.
  await pause(1_000);
  const before = process.memoryUsage.rss();
  let highest = before;
  let bytes = 0;
  const startedAt = performance.now();
  for await (const part of await open()) {
    bytes += Buffer.byteLength(String(part));
    highest = Math.max(highest, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return [
    createFigure(`${what} of ${grown.exportedSignals} signals, ${(bytes / 1e6).toFixed(0)} MB`, 's', [seconds]),
    createFigure('  memory above that before it, at most', 'MB', [(highest - before) / 2 ** 20], { atMost: 100 }),
  ];
}

/** A query that the server ended counts with the time until then. */
async function measureTimes(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    try {
      await work();
      times.push(performance.now() - startedAt);
    } catch (error) {
      // An error is no time: the goal is missed, and the other queries are measured.
      process.stderr.write(`growth: ${getCause(error)}\n`);
      times.push(Number.POSITIVE_INFINITY);
    }
  }
  return times;
}

const getCause = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
