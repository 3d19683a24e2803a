import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/database/connection.ts';
import { completeFromJournal } from '#server/modules/record/journal/complete-from-journal.ts';
import { openRecordFiles } from '#server/modules/record/journal/record-files.ts';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { createSignRecord } from '#server/modules/record/sign/sign-record.ts';
import { type Figure, createFigure } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { measureSeconds } from '../measure-seconds.ts';
import { seedLeaves } from '../setup/seed-leaves.ts';

const sizes = [100_000, 1_000_000, 3_000_000];
const rounds = 5;
/** What was recorded and not signed when the previous leader was lost. */
const unsigned = 200;
const log = { warn: () => undefined, error: () => undefined };

/** From the election of a leader to its first checkpoint, on records of different lengths. */
export const failoverRow: Row = {
  name: 'failover',
  what: 'the first checkpoint of a new leader, by the length of the record',
  peer: 'none',
  isOnRequest: true,
  async measure(print) {
    const postgres = await startOwnPostgres();
    const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-failover-'));
    try {
      const figures: Figure[] = [];
      let from = 0;
      for (const size of sizes) {
        await seedLeaves(postgres.db, { from, to: size }, print);
        from = size + rounds * unsigned;
        figures.push(...(await measureAt(postgres.db, folder, size, print)));
      }
      return figures;
    } finally {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureAt(db: Database, folder: string, size: number, print: (line: string) => void): Promise<Figure[]> {
  const words = `${size.toLocaleString('en')} leaves`;
  const built = await measureSeconds(() => takeLead({ db, folder }));
  print(`the tree of ${words} was built in ${built.toFixed(1)} s`);
  const first: number[] = [];
  let audited = 0;
  for (let round = 0; round < rounds; round++) {
    const from = size + round * unsigned;
    await seedLeaves(db, { from, to: from + unsigned }, print);
    const stopping = new AbortController();
    let audit: Promise<number | null> = Promise.resolve(null);
    const auditBeside = (work: () => Promise<void>): void => {
      audit = measureSeconds(work).catch(() => null);
    };
    first.push(await measureSeconds(() => takeLead({ db, folder, signal: stopping.signal, auditBeside })));
    // The last one runs to its end.
    if (round < rounds - 1) stopping.abort();
    audited = (await audit) ?? audited;
  }
  print(`${words}: ${first.map((seconds) => seconds.toFixed(2)).join(', ')} s, audit ${audited.toFixed(1)} s`);
  return [
    createFigure(`to the first checkpoint, ${words}`, 's', first, { atMost: 5 }),
    createFigure(`the audit beside it, ${words}`, 's', [audited]),
  ];
}

interface Leading {
  readonly db: Database;
  readonly folder: string;
  readonly signal?: AbortSignal;
  readonly auditBeside?: (audit: () => Promise<void>) => void;
}

/** As a new process does, with nothing in its memory. */
async function takeLead({ db, folder, ...auditing }: Leading): Promise<void> {
  const key = await openRecordKey({ db, secret: 'bench', name: 'bench/record', clock: Date });
  const needs = { db, key, ...openRecordFiles(folder), clock: { now: Date.now } };
  await completeFromJournal({ ...needs, log });
  await createSignRecord({ ...needs, signal: new AbortController().signal, ...auditing })();
}
