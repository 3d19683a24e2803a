import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { operatorId } from '#domain/accounts/audit-action.ts';
import { voidOpenSignals } from '#scripts/operate/void-open-signals.ts';
import { takeLeadership } from '#server/database/leader.ts';
import { outcomes, signals } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { aLiveSignal } from '#tests/support/a-signal.ts';
import { type Product, startProduct, startToEnd } from '#tests/support/product.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { hourMs } from '#domain/time.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const database = sharedByTests(createTestDatabase);
let first: Product;

const variables = { DEMO: 'on', PUBLIC_URL: 'http://first.kurs.example:3000', FEED: 'simulated', SIMULATED_SEED: '1' };

afterEach(() => first?.stop());

describe('F49 a second process on the same database', () => {
  it('refuses to start, names the first process and voids nothing', async () => {
    const DATABASE_URL = database.url;
    first = await startProduct({ ...variables, DATABASE_URL });
    const now = Date.now();
    const live = await aLiveSignal(database.db, {
      feed: 'simulated:1',
      issuedAt: new Date(now),
      openedAt: new Date(now),
      expiresAt: new Date(now + hourMs),
    });
    const second = await startToEnd({ ...variables, DATABASE_URL, SIMULATED_SEED: '2' });
    expect(second.output).not.toContain('runs at');
    expect(second.code).toBe(78);
    expect(second.output).toContain(`process ${first.process.pid}`);
    expect(second.output).toContain(variables.PUBLIC_URL);
    const [signal] = await database.db.select().from(signals).where(eq(signals.id, live.id));
    expect(signal).toMatchObject({ status: 'live', result: null });
    expect(await database.db.select().from(outcomes)).toEqual([]);
  }, 120_000);
});

describe('F49 signals of a market that is not running', () => {
  const reason = 'The feed was given up for good';

  it('are voided by the operator, with the cause in the record and the reason in the audit log', async () => {
    const signal = await aLiveSignal(database.db, { feed: 'deriv' });
    const other = await aLiveSignal(database.db, { feed: 'simulated:7' });
    expect(await voidOpenSignals(database, { feed: 'deriv', reason, cause: 'feed_gap' })).toBe(1);
    const [row] = await database.db.select().from(outcomes).where(eq(outcomes.signalId, signal.id));
    expect(row).toMatchObject({ result: 'void', voidReason: 'operator' });
    const [entry] = await database.db.select().from(auditLog).where(eq(auditLog.targetId, signal.id));
    expect(entry).toMatchObject({ action: 'signal.void', actorId: operatorId, reason, after: { cause: 'feed_gap' } });
    const [left] = await database.db.select().from(signals).where(eq(signals.id, other.id));
    expect(left).toMatchObject({ status: 'live' });
  });

  it('are not voided while a process with that market is the leader', async () => {
    const self = { host: 'machine-1', pid: 101, address: 'https://first.example', feed: 'deriv', role: 'all' } as const;
    const leader = await takeLeadership({ url: database.url, self, log: silentLog });
    const signal = await aLiveSignal(database.db, { feed: 'deriv' });
    const call = voidOpenSignals(database, { feed: 'deriv', reason, cause: 'feed_gap' });
    await expect(call).rejects.toThrow('Process 101 on machine-1 runs deriv');
    const [left] = await database.db.select().from(signals).where(eq(signals.id, signal.id));
    expect(left).toMatchObject({ status: 'live' });
    await leader.release();
  });
});
