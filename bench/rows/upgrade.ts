import pg from 'pg';
import { migrateDatabase } from '#server/database/migrate-database.ts';
import { migrateToFirstRelease, seedSignals, writeAsFirstRelease } from '../setup/first-release.ts';
import { createFigure } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';

const signals = Number(process.env.UPGRADE_SIGNALS ?? 5_000_000);
const writers = 4;

/** The first release writes continuously while its database is migrated to the current schema. */
export const upgradeRow: Row = {
  name: 'upgrade',
  what: `from the first release with ${signals.toLocaleString('en')} signals, while it goes on writing`,
  peer: 'none',
  async measure(print) {
    const postgres = await startOwnPostgres(migrateToFirstRelease);
    const pool = new pg.Pool({ connectionString: postgres.url, max: writers });
    // A broken connection also rejects its running query.
    pool.on('error', () => undefined);
    try {
      await seedSignals(pool, signals);
      print(`${signals.toLocaleString('en')} signals are there`);
      let isDone = false;
      let rounds = 0;
      const times: number[] = [];
      const query = async (statement: string, values: unknown[] = []): Promise<void> => {
        const startedAt = performance.now();
        await pool.query(statement, values);
        times.push(performance.now() - startedAt);
      };
      const write = async (): Promise<void> => {
        while (!isDone) await writeAsFirstRelease({ query }, rounds++);
      };
      const startedAt = performance.now();
      const migrated = migrateDatabase(postgres.url).finally(() => {
        isDone = true;
      });
      await Promise.all([migrated, ...Array.from({ length: writers }, write)]);
      const seconds = (performance.now() - startedAt) / 1_000;
      return [
        createFigure('the longest write', 'ms', [times.reduce((longest, time) => Math.max(longest, time), 0)], {
          atMost: 1_000,
        }),
        createFigure('all migrations', 's', [seconds]),
        createFigure('writes meanwhile', 'a second', [times.length / seconds]),
      ];
    } finally {
      await pool.end();
      await postgres.stop();
    }
  },
};
