import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import { auditRecord } from '#server/modules/record/audit-record.ts';
import { createProveInclusion } from '#server/modules/record/prove-inclusion.ts';
import { createCountRecord } from '#server/modules/record/count-record.ts';
import { createReadModelFigures } from '#server/modules/record/read-model-figures.ts';
import { createReadSumsAt } from '#server/modules/record/read-sums-at.ts';
import { createReadRecordSums } from '#server/modules/record/read-record-sums.ts';
import { openRecordKey } from '#server/modules/record/record-key.ts';
import { findLastCheckpoint } from '#server/modules/record/record-tree.repository.ts';
import { createSignRecord } from '#server/modules/record/sign-record.ts';
import { openRecordFiles } from '#server/modules/record/record-files.ts';
import { figureOf } from './figure.ts';
import { startOwnPostgres } from './own-postgres.ts';
import type { Row } from './row.ts';

const leaves = 1_000_000;
const batch = 50_000;
const proofs = 2_000;
/** Never aborted. */
const { signal } = new AbortController();

/** The record after half a million signals. */
export const recordRow: Row = {
  name: 'record',
  what: `a record of ${leaves.toLocaleString('en')} leaves: proofs, audit, figures`,
  peer: 'none',
  async measure(print) {
    const postgres = await startOwnPostgres();
    const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-record-'));
    try {
      const { db } = postgres;
      await seedLeaves(db, print);
      const key = await openRecordKey({ db, secret: 'bench', name: 'bench/record', clock: Date });
      const sign = createSignRecord({
        db,
        key,
        ...openRecordFiles(folder),
        clock: Date,
        signal,
      });
      const signed = await secondsOf(async () => void (await sign()));
      print(`the tree was built in ${signed.toFixed(1)} s`);
      const head = await findLastCheckpoint(db);
      if (head?.size !== leaves) throw new Error(`${head?.size} of ${leaves} leaves were signed`);
      const audit = await secondsOf(() => auditRecord(db, [head], signal));
      const countRecord = createCountRecord({ db });
      const sums = createReadRecordSums({ db, feed: 'bench' });
      const readFigures = createReadModelFigures({
        db,
        sums,
        countRecord,
        readSumsAt: createReadSumsAt({ db, countRecord, clock: Date }),
        readCalibrations: async () => new Map(),
        payout: 0.82,
        cards: new Map(),
        feed: 'bench',
        clock: Date,
      });
      const first = await secondsOf(async () => {
        while (await countRecord());
      });
      const again = await secondsOf(async () => void (await readFigures({})));
      const proof = await proofTimes(db);
      return [
        figureOf('a proof, median', 'ms', [quantile(proof, 0.5)], { atMost: 5 }),
        figureOf('a proof, 99 of 100', 'ms', [quantile(proof, 0.99)]),
        figureOf('the tree of all leaves for the first time, with its audit', 's', [signed]),
        figureOf('the audit after a start', 's', [audit]),
        figureOf('the sums of all leaves, counted for the first time', 's', [first]),
        figureOf('figures of all models', 'ms', [again * 1_000]),
      ];
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

/** Computed as the route does, one after another, for random leaves. */
async function proofTimes(db: Database): Promise<number[]> {
  const prove = createProveInclusion({ db, checkpoints: { newest: () => findLastCheckpoint(db) } });
  const times: number[] = [];
  for (let i = 0; i < proofs; i++)
    times.push(1_000 * (await secondsOf(async () => void (await prove({ of: randomInt(leaves) })))));
  return times;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;

/** Signals and outcomes alternately, generated in the database. */
async function seedLeaves(db: Database, print: (line: string) => void): Promise<void> {
  for (let from = 0; from < leaves; from += batch) {
    await db.execute(sql`
      insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash, chain_hash)
      select i, case i % 2 when 0 then 'signal' else 'outcome' end, now(), id, leaf,
             sha256('\\x00'::bytea || convert_to(leaf, 'UTF8')), sha256(convert_to(leaf, 'UTF8'))
      from (
        select i, md5((i / 2)::text)::uuid as id, case i % 2
          when 0 then format(
            '{"direction":"BUY","duration":5,"feed":"bench","id":"%s","issuedAt":"2026-01-02T03:04:05.678Z","model":"kurs_ai_v2","modelVersion":"1","nonce":"%s","passability":%s,"symbol":"EURUSD"}',
            md5((i / 2)::text)::uuid, md5(i::text), 54 + i % 9)
          else format(
            '{"closePrice":1.1001,"closingTickAt":"2026-01-02T03:09:05.900Z","expiresAt":"2026-01-02T03:09:06.000Z","openPrice":1.1,"openedAt":"2026-01-02T03:04:06.000Z","result":"%s","signal":"%s"}',
            case when i % 5 < 3 then 'successful' else 'unsuccessful' end, md5((i / 2)::text)::uuid)
          end as leaf
        from generate_series(${from}::int, ${from + batch - 1}::int) i) made`);
    if ((from + batch) % 250_000 === 0) print(`${from + batch} leaves`);
  }
  await db.execute(sql`analyze record_leaves`);
}
