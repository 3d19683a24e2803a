import { setTimeout as pause } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import type { AllSignalsQuery } from '#contract/admin/signals.ts';
import type { Database } from '#server/database/connection.ts';
import { countUsers } from '#server/modules/accounts/administration/count-users.ts';
import { createExportOwnData } from '#server/modules/accounts/own-data/export-own-data.ts';
import { createReportCampaigns } from '#server/modules/campaigns/report-campaigns.ts';
import { findContest } from '#server/modules/contest/contests.repository.ts';
import { createCountParticipants } from '#server/modules/contest/count-participants.ts';
import { createReadTopTraders } from '#server/modules/contest/top-traders.ts';
import { listAllSignals } from '#server/modules/signals/statistics/all-signals.repository.ts';
import { createExportHistory } from '#server/modules/signals/statistics/history-csv.ts';
import { determineMissingBeginnings } from '#server/modules/traders/traders.repository.ts';
import { type Figure, createFigure, type Goal } from '../figure.ts';
import {
  contestId,
  exportedSignals,
  findExportingUser,
  growthTime,
  rareSymbol,
  seedGrowth,
  signals,
} from '../setup/growth-data.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';

type Print = (line: string) => void;
type Filters = Omit<AllSignalsQuery, 'cursor' | 'limit'>;

const rounds = 5;
const clock = { now: () => growthTime };
const reportGoal: Goal = { atMost: 1_000 };
const listGoal: Goal = { atMost: 100 };

export const growthRow: Row = {
  name: 'growth',
  what: `reports and exports on 200,000 users, ${signals.toLocaleString('en')} signals, three leaves each, a million trader days`,
  peer: 'none',
  isOnRequest: true,
  async measure(print) {
    const postgres = await startOwnPostgres();
    try {
      await seedGrowth(postgres.url, print);
      return await measureGrowth(postgres.db, print);
    } finally {
      await postgres.stop();
    }
  },
};

export async function measureGrowth(db: Database, print: Print): Promise<Figure[]> {
  // First, because later work leaves memory behind.
  const exports = await measureExports(db, print);
  return [
    ...(await measureRevenue(db, print)),
    ...(await measureContest(db, print)),
    ...(await measureLists(db, print)),
    ...exports,
  ];
}

async function measureRevenue(db: Database, print: Print): Promise<Figure[]> {
  const revenue = { share: 0.02, period: 'year' } as const;
  const report = createReportCampaigns({ db, clock, revenue, internalEmails: ['tester@kurs.example'] });
  const month = (): Promise<unknown> => report({ from: '2026-11-01', to: '2026-11-30' });
  print('beginnings of a million trader days');
  const filling = await measureTimes(async () => {
    while ((await determineMissingBeginnings(db, 1_000)) === 1_000);
  }, 1);
  return [
    createFigure(
      'revenue of a month by campaign: 300,000 of a million trader days',
      'ms',
      await measureTimes(month),
      reportGoal,
    ),
    createFigure('  storing a million beginnings of an older release', 'ms', filling),
  ];
}

async function measureContest(db: Database, print: Print): Promise<Figure[]> {
  const contest = await findContest(db, contestId);
  if (!contest) throw new Error('the contest was not found');
  const currentContest = async () => (await findContest(db, contestId)) ?? null;
  const countParticipants = createCountParticipants({ leaderDb: db, currentContest });
  print('outcomes of 20,000 participants');
  const batches: number[] = [];
  for (let more = true; more; )
    batches.push(
      ...(await measureTimes(async () => {
        more = await countParticipants();
      }, 1)),
    );
  await db.execute(`update contests set results_counted_to = results_counted_to - 20000`);
  const round = await measureTimes(async () => {
    while (await countParticipants());
  }, 1);
  const isTeamMember = (): boolean => false;
  const log = { error: (error: unknown) => print(String(error)) };
  const list = () => createReadTopTraders({ db, isTeamMember, clock, log })(contest);
  return [
    createFigure('list of the best of a contest', 'ms', await measureTimes(list), listGoal),
    createFigure('  counting 200 of its participants, by the leader', 'ms', batches),
    createFigure('  counting those of 20,000 new leaves', 'ms', round),
  ];
}

async function measureLists(db: Database, print: Print): Promise<Figure[]> {
  const user = await findExportingUser(db);
  const filters: readonly (readonly [string, Filters])[] = [
    ['of all', {}],
    ['of a rare pair', { symbol: rareSymbol }],
    ['of a rare model', { aiModel: 'manual' }],
    ['that are void', { result: 'void' }],
    ['that ended level', { result: 'neutral' }],
    ['that are open', { result: 'open' }],
    ['of a rare pair that are void', { symbol: rareSymbol, result: 'void' }],
    [`of a user with ${exportedSignals}`, { user }],
    ['of an hour 39 days ago', { from: '2026-12-02T00:00:00.000Z', to: '2026-12-02T01:00:00.000Z' }],
  ];
  print('lists of signals');
  const figures: Figure[] = [];
  for (const [what, chosen] of filters) {
    const list = () => listAllSignals(db, { filters: chosen, before: null, limit: 26 });
    figures.push(createFigure(`signals ${what}`, 'ms', await measureTimes(list), listGoal));
  }
  const options = { since: new Date(growthTime - 86_400_000), minBalance: 10, internalEmails: ['tester@kurs.example'] };
  const count = () => countUsers(db, options);
  return [...figures, createFigure('users, and those with access', 'ms', await measureTimes(count), listGoal)];
}

async function measureExports(db: Database, print: Print): Promise<Figure[]> {
  const user = await findExportingUser(db);
  const exportOwnData = createExportOwnData({ db, clock, attempts: { take: async () => undefined } });
  const exportHistory = createExportHistory(db);
  print(`exports of ${exportedSignals} signals`);
  return [
    ...(await measureUse('all data of an account', async () => (await exportOwnData(user)).file)),
    ...(await measureUse('the history as CSV', async () => exportHistory(user, {}, 'newest'))),
  ];
}

/** Of an export that is read to its end as fast as it comes. */
async function measureUse(what: string, open: () => Promise<Readable>): Promise<Figure[]> {
  // What was made before is collected meanwhile.
  await pause(1_000);
  const before = process.memoryUsage.rss();
  let highest = before;
  let bytes = 0;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  for await (const part of await open()) {
    bytes += Buffer.byteLength(String(part));
    highest = Math.max(highest, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  delay.disable();
  return [
    createFigure(`${what} of ${exportedSignals} signals, ${(bytes / 1e6).toFixed(0)} MB`, 's', [seconds]),
    createFigure('  memory above that before it, at most', 'MB', [(highest - before) / 2 ** 20], { atMost: 100 }),
    createFigure('  longest delay of the event loop', 'ms', [delay.max / 1e6], { atMost: 50 }),
  ];
}

/** A query that the server ended counts with the time until then. */
async function measureTimes(work: () => Promise<unknown>, count = rounds): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const startedAt = performance.now();
    await work().catch((error: unknown) => process.stderr.write(`growth: ${getCause(error)}\n`));
    times.push(performance.now() - startedAt);
  }
  return times;
}

const getCause = (error: unknown): string =>
  error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
