import { expect, vi } from 'vitest';
import { parseCheckpoint } from '#record/signed-note.ts';
import { openNote, parseVkey } from '#node/notes.ts';
import { createTestDatabase } from '../test-database.ts';
import { aDataDir, createTestRecord, type TestRecord, type TestRecordOptions } from './test-record.ts';

export const setupSecret = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';

type RunOptions = Omit<TestRecordOptions, 'db' | 'dataDir'>;

/** One database and one data folder, on which the record is started, stopped and restarted. */
export async function createRecordSetup() {
  const database = await createTestDatabase();
  const dataDir = await aDataDir();
  const running = new Set<TestRecord>();
  const stop = async (one: TestRecord): Promise<void> => {
    running.delete(one);
    await one.record.stop();
    await one.app.close();
  };
  return {
    database,
    dataDir: dataDir.path,
    run: async (options: RunOptions = {}) => {
      const one = await createTestRecord({ db: database.db, dataDir: dataDir.path, secret: setupSecret, ...options });
      running.add(one);
      return one;
    },
    stop,
    tearDown: async () => {
      for (const one of running) await stop(one);
      await database.close();
      await dataDir.remove();
    },
  };
}

export type RecordSetup = Awaited<ReturnType<typeof createRecordSetup>>;

/** The public view: the newest checkpoint, verified with the public key. */
export async function getHead(one: TestRecord): Promise<{ size: number; root: Buffer; note: string }> {
  const note = (await one.get('/api/record/checkpoint')).body;
  const key = parseVkey(JSON.parse((await one.get('/api/record')).body).key);
  const checkpoint = parseCheckpoint((key && openNote(note, key)) ?? '');
  if (!checkpoint) throw new Error(`not a signed checkpoint: ${note}`);
  expect(checkpoint.origin).toBe(key?.name);
  return { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64'), note };
}

export const getReady = async (one: TestRecord): Promise<string | undefined> => one.readiness[0]?.check();

export const listFatal = (one: TestRecord): string[] =>
  one.logged.filter(({ level }) => level >= 60).map(({ msg }) => msg);

/** Lets the timer sign until a checkpoint holds so many leaves. */
export async function untilSigned(one: TestRecord, size: number): Promise<void> {
  await vi.waitFor(
    async () => {
      one.time.advance(1_000);
      expect(JSON.parse((await one.get('/api/record')).body).size).toBe(size);
    },
    { timeout: 10_000, interval: 10 },
  );
}
