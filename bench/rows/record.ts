import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import { auditRecord } from '#server/modules/record/sign/audit-record.ts';
import { createProveInclusion } from '#server/modules/record/publish/proofs.ts';
import { createCountRecord } from '#server/modules/record/figures/count-record.ts';
import { createReadModelFigures } from '#server/modules/record/figures/read-model-figures.ts';
import { createReadSumsAt } from '#server/modules/record/figures/read-sums-at.ts';
import { createReadRecordSums } from '#server/modules/record/figures/read-record-sums.ts';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { findLastCheckpoint } from '#server/modules/record/sign/record-tree.repository.ts';
import { createSignRecord } from '#server/modules/record/sign/sign-record.ts';
import { openRecordFiles } from '#server/modules/record/journal/record-files.ts';
import { createFigure } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { measureSeconds } from '../measure-seconds.ts';
import { seedLeaves } from '../setup/seed-leaves.ts';

const leaves = 1_000_000;
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
      await seedLeaves(db, { from: 0, to: leaves }, print);
      await db.execute(sql`analyze record_leaves`);
      const key = await openRecordKey({ db, secret: 'bench', name: 'bench/record', clock: Date });
      const sign = createSignRecord({
        db,
        key,
        ...openRecordFiles(folder),
        clock: Date,
        signal,
      });
      const signed = await measureSeconds(async () => void (await sign()));
      print(`the tree was built in ${signed.toFixed(1)} s`);
      const head = await findLastCheckpoint(db);
      if (head?.size !== leaves) throw new Error(`${head?.size} of ${leaves} leaves were signed`);
      const audit = await measureSeconds(() => auditRecord(db, [head], signal));
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
      const first = await measureSeconds(async () => {
        while (await countRecord());
      });
      const again = await measureSeconds(async () => void (await readFigures({})));
      const proof = await proofTimes(db);
      return [
        createFigure('a proof, median', 'ms', [quantile(proof, 0.5)], { atMost: 5 }),
        createFigure('a proof, 99 of 100', 'ms', [quantile(proof, 0.99)]),
        createFigure('the tree of all leaves for the first time, with its audit', 's', [signed]),
        createFigure('the audit after a start', 's', [audit]),
        createFigure('the sums of all leaves, counted for the first time', 's', [first]),
        createFigure('figures of all models', 'ms', [again * 1_000]),
      ];
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Computed as the route does, one after another, for random leaves. */
async function proofTimes(db: Database): Promise<number[]> {
  const prove = createProveInclusion({ db, checkpoints: { newest: () => findLastCheckpoint(db) } });
  const times: number[] = [];
  for (let i = 0; i < proofs; i++)
    times.push(1_000 * (await measureSeconds(async () => void (await prove({ of: randomInt(leaves) })))));
  return times;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
