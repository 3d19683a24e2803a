import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  judgeStatement,
  pricesByPlace,
  parsePrice,
  parseStatements,
  type Statement,
} from '#domain/record/shadow-minute.ts';
import type { MinuteLeaf, MinutePricesLeaf } from '#record/leaf.ts';
import { judge } from '#domain/signals/outcome.ts';
import { computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import type { CrashPoint } from '#server/start/crash-points.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { shadowMinutes } from '#server/database/tables/shadow-tables.ts';
import { firstTickTime, lastTickTime, tickAt } from '#tests/support/market/fake-market.ts';
import { createShadowSetup } from '#tests/support/market/shadow-setup.ts';
import { createChance } from '#tests/support/chance.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { minuteMs } from '#domain/time.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');
const points: readonly CrashPoint[] = [
  'shadow.before-append-commit',
  'shadow.after-append-commit',
  'shadow.before-settle-commit',
];
const rounds = 24;
const pUp = (_: string, symbol: string, duration: number, barTime: number): number =>
  0.35 + 0.3 * createChance(barTime / minuteMs + 1000 * duration + symbol.charCodeAt(0))();

let database: TestDatabase;
let now = start;
let kills = 0;

/** One process lifetime: it is killed on the given hit of the named point. */
async function runUntilKilled(point: CrashPoint, hits: number): Promise<void> {
  let hitsLeft = hits;
  let isDead = false;
  const setup = await createShadowSetup({
    db: database.db,
    from: now,
    pUp,
    isDead: () => isDead,
    crashPoint: (reached) => {
      if (reached !== point || --hitsLeft > 0) return;
      isDead = true;
      kills++;
      throw new Error(`killed at ${point}`);
    },
  });
  await setup.run(30);
  now = Math.ceil(setup.now() / minuteMs) * minuteMs;
}

beforeAll(async () => {
  database = await createTestDatabase();
  for (let round = 0; round < rounds; round++)
    await runUntilKilled(points[round % points.length] ?? 'shadow.after-append-commit', 2 + (round % 5));
  const last = await createShadowSetup({ db: database.db, from: now, pUp });
  await last.run(13);
  now = last.now();
}, 60_000);
afterAll(() => database.close());

function expectedResult(statedAt: number, { symbol, duration, direction }: Statement) {
  const entered = firstTickTime(statedAt);
  const digits = symbol.endsWith('JPY') ? 3 : 5;
  const mid = (time: number): number => {
    const { bid, ask } = tickAt(symbol, time);
    return roundPrice(computeMid(bid, ask), digits);
  };
  return judge(direction, mid(entered), mid(lastTickTime(entered + duration * minuteMs)), digits);
}

describe(`shadow forecasts, killed ${rounds} times`, () => {
  it('were killed at the named point each time', () => {
    expect(kills).toBe(rounds);
  });

  it('are stated at most once a minute and settled exactly once, in the record and in the tables', async () => {
    const leaves = await database.db.select().from(recordLeaves);
    const stated = leaves.filter(({ kind }) => kind === 'forecast');
    const instants = stated.map(({ at }) => Math.floor(at.getTime() / minuteMs));
    expect(new Set(instants).size).toBe(instants.length);
    const due = stated.filter(({ at }) => at.getTime() <= now - 11 * minuteMs);
    const settled = leaves.filter(({ kind }) => kind === 'outcome').map(({ signalId }) => signalId);
    expect(new Set(settled).size).toBe(settled.length);
    expect(due.filter(({ signalId }) => !settled.includes(signalId))).toEqual([]);
    const rows = await database.db.select().from(shadowMinutes);
    expect(rows.map(({ id }) => id).sort()).toEqual(stated.map(({ signalId }) => signalId).sort());
    expect(
      rows
        .filter(({ settledAt }) => settledAt !== null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(settled.sort());
  });

  it('settle by the market prices or make it void', async () => {
    const leaves = await database.db.select().from(recordLeaves);
    const results = { right: 0, void: 0, wrong: 0 };
    for (const { signalId, leaf } of leaves.filter(({ kind }) => kind === 'forecast')) {
      const { issuedAt, forecasts } = JSON.parse(leaf) as MinuteLeaf;
      const ended = leaves.find((one) => one.kind === 'outcome' && one.signalId === signalId);
      if (!ended) continue;
      const prices = pricesByPlace(
        (JSON.parse(ended.leaf) as MinutePricesLeaf).prices.flatMap((line) => parsePrice(line) ?? []),
      );
      for (const statement of forecasts.flatMap((line) => parseStatements(line)?.statements ?? [])) {
        const result = judgeStatement(statement, prices);
        if (result === 'void') results.void++;
        else if (result === expectedResult(Date.parse(issuedAt), statement)) results.right++;
        else results.wrong++;
      }
    }
    expect(results.wrong).toBe(0);
    expect(results.right).toBeGreaterThan(results.void);
  });
});
