import { randomBytes } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import { minuteMs } from '#domain/time.ts';
import type { Leaf } from '#record/leaf.ts';
import { noCrash, type CrashHook } from '#server/start/runtime.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { appendLeaves, lockRecord, readHead } from '#server/modules/record/append/append-leaves.ts';
import { createChance } from '../chance.ts';
import { createShadowSetup } from '../market/shadow-setup.ts';

/** A Monday. */
const recordStart = Date.parse('2026-03-02T09:00:00.000Z');

const pUp = (model: string, symbol: string, duration: number, barTime: number): number =>
  0.4 + 0.2 * createChance(barTime / minuteMs + 1000 * duration + symbol.charCodeAt(0) + 7 * model.charCodeAt(9))();

/** Goes on where the record ends, as a process that takes the lead there; one run of the product. */
export async function continueRecord(db: Database, crashPoint: CrashHook = noCrash) {
  const { minute } = await readHead(db);
  return createShadowSetup({ db, from: minute ? minute.minute + minuteMs : recordStart, pUp, crashPoint });
}

/** So many minutes of the market of these tests, with the outcomes that are due. Returns when they end. */
export async function growRecord(db: Database, minutes: number): Promise<number> {
  const setup = await continueRecord(db);
  await setup.run(minutes);
  return setup.now();
}

/** Leaves in bulk, of which no rule says anything: only the tree, its signatures and its files matter. */
export const appendMany = (db: Database, count: number, at = recordStart): Promise<number> =>
  inTransaction(db, async ({ tx }) => {
    const head = await lockRecord(tx);
    const instant = toInstant(Math.max(at, head.newestAt));
    const leaves = Array.from(
      { length: count },
      (_, i): Leaf => ({ kind: 'void', of: i, cause: 'other', at: instant }),
    );
    return (await appendLeaves(tx, head, leaves)).size;
  });

/** A signal that closes its leaf until its expiry; returns its index. */
export const appendSignal = (db: Database, at: number): Promise<number> =>
  inTransaction(db, async ({ tx }) => {
    const head = await lockRecord(tx);
    const leaf: Leaf = {
      kind: 'signal',
      of: 0,
      manual: false,
      model: 'vip',
      pair: 'EURUSD',
      duration: 3,
      side: 'BUY',
      probability: 57,
      payout: 0.82,
      at: toInstant(Math.max(at, head.newestAt)),
      nonce: randomBytes(16).toString('hex'),
    };
    await appendLeaves(tx, head, [leaf]);
    return head.size;
  });
