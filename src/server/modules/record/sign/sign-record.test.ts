import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSignedBy } from '#node/notes.ts';
import { parseCheckpoint, parseNote } from '#record/signed-note.ts';
import { recordCheckpoints, recordKeys } from '#server/database/tables/record-tables.ts';
import { appendMany } from '#tests/support/record/grow-record.ts';
import { merkleHash } from '#tests/support/record/log-tiles.ts';
import {
  createRecordSetup,
  getHead,
  getReady,
  listFatal,
  type RecordSetup,
  setupSecret,
  untilSigned,
} from '#tests/support/record/record-setup.ts';
import type { FeedSays } from '#server/start/trusted-clock.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { openRecord } from '../record-context.ts';
import { openNoteFile, recordFolder } from './note-file.ts';
import { openRecordKey } from './record-key.ts';
import { signRecord } from './sign-record.ts';

let setup: RecordSetup;
beforeEach(async () => {
  setup = await createRecordSetup();
});
afterEach(() => setup.tearDown());

const start = async () => {
  const one = await setup.run();
  await one.record.start();
  return one;
};
const findNoteFile = async () => {
  const [key] = await setup.database.db.select().from(recordKeys);
  if (!key) throw new Error('no key');
  return join(recordFolder(setup.dataDir, key), 'checkpoint.txt');
};

describe('the record', () => {
  it('signs an empty tree first, and all leaves within seconds, in one tree', async () => {
    const one = await start();
    await untilSigned(one, 0);
    for (const count of [1, 2, 256, 300]) await untilSigned(one, await appendMany(setup.database.db, count));
    const { size, root } = await getHead(one);
    const { rows } = await setup.database.pool.query<{ hash: Buffer }>(
      'select leaf_hash as hash from record_leaves order by index',
    );
    expect([size, root]).toEqual([559, merkleHash(rows.map(({ hash }) => hash))]);
    const { note } = await getHead(one);
    await vi.waitFor(() => expect(one.published.at(-1)?.data).toEqual({ note }));
  });

  it('signs by no clock that the feed contradicts, and waits at its start half a minute for what the feed says', async () => {
    let says: FeedSays = 'unknown';
    const one = await setup.run({ feedSays: () => says });
    await one.record.start();
    const countSigned = () => setup.database.db.$count(recordCheckpoints);
    const pass = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) await one.time.advanceAsync(1_000);
    };
    await pass(20);
    expect(await countSigned()).toBe(0);
    says = 'other';
    await pass(60);
    expect(await countSigned()).toBe(0);
    says = 'unknown';
    await untilSigned(one, 0);
  });

  it('reads a few hashes to go on after a change of the leader, and none of the leaves', async () => {
    const first = await start();
    await untilSigned(first, await appendMany(setup.database.db, 700));
    await setup.stop(first);
    await appendMany(setup.database.db, 1);
    const { db: leaderDb } = setup.database;
    const ctx = await openRecord({
      ...testPlatform({ db: leaderDb }, { clock: Date }),
      config: testConfig({ secret: setupSecret, dataDir: setup.dataDir }),
      models: new Map(),
      witnessSide: { witnesses: [], quorum: 0 },
      openNoteFile,
    });
    const read: number[] = [];
    setup.database.pool.on('connect', (client) => {
      const send = client.query.bind(client) as (...args: unknown[]) => Promise<{ rows?: unknown[] }>;
      const counted = async (...args: unknown[]) => {
        const answer = await send(...args);
        read.push(answer?.rows?.length ?? 0);
        return answer;
      };
      Object.assign(client, { query: counted });
    });
    const row = await signRecord(ctx);
    expect(row.size).toBe(701);
    // The perfect subtrees of 700 leaves are six.
    expect(Math.max(0, ...read)).toBeLessThanOrEqual(6);
  });

  it('stops on a database older than what was signed, says so, and goes on when a newer one is back', async () => {
    const first = await start();
    await untilSigned(first, await appendMany(setup.database.db, 5));
    const { note } = await getHead(first);
    await setup.stop(first);
    const key = await openRecordKey({ db: setup.database.db, secret: setupSecret, name: '', clock: Date });
    const ahead = parseNote(note)?.text.replace('\n5\n', '\n9\n') ?? '';
    await writeFile(await findNoteFile(), key.sign(ahead));
    const second = await start();
    await appendMany(setup.database.db, 1);
    await vi.waitFor(async () => {
      second.time.advance(1_000);
      expect([await getReady(second), (await second.api.readState()).state]).toEqual(['degraded', 'behind']);
    });
    expect((await getHead(second)).size).toBe(5);
    expect(JSON.parse((await second.get('/api/record')).body)).toMatchObject({ state: 'behind', size: 5 });
    expect(listFatal(second)).toEqual([expect.stringMatching(/5 leaves, and 9 were signed; .* npm run new-record/)]);
    await writeFile(await findNoteFile(), note);
    await setup.stop(second);
    await untilSigned(await start(), 6);
  });

  it('says in every process that the leader signs nothing more, until it can save what it signs', async () => {
    const leader = await start();
    const other = await setup.run();
    await untilSigned(leader, await appendMany(setup.database.db, 5));
    const { note } = await getHead(leader);
    // Published once it is saved: nothing is written beside the removal.
    await vi.waitFor(() => expect(leader.published.at(-1)?.data).toEqual({ note }));
    const folder = dirname(await findNoteFile());
    await rm(folder, { recursive: true });
    await writeFile(folder, 'no folder');
    const getStates = () => Promise.all([leader, other].map(getReady));
    const append = () => appendMany(setup.database.db, 1, other.time.clock.now());
    await untilSigned(leader, await append());
    await append();
    expect(await getStates()).toEqual(['ok', 'ok']);
    for (const { time } of [leader, other])
      for (let second = 0; second <= 60; second += 1) await time.advanceAsync(1_000);
    expect(await getStates()).toEqual(['degraded', 'degraded']);
    expect((await getHead(other)).size).toBe(6);
    await rm(folder);
    await untilSigned(leader, 7);
    expect(await getStates()).toEqual(['ok', 'ok']);
  });

  it('signs nothing where the tree is not the one that was signed', async () => {
    const first = await start();
    await untilSigned(first, await appendMany(setup.database.db, 5));
    await setup.stop(first);
    await setup.database.pool.query(`
      alter table record_leaves disable trigger user;
      update record_leaves set leaf_hash = sha256('x') where index = 4;
      alter table record_leaves enable trigger user`);
    const second = await start();
    await appendMany(setup.database.db, 1);
    await vi.waitFor(async () => {
      second.time.advance(1_000);
      expect(listFatal(second)).toEqual([expect.stringContaining('are not those that were signed')]);
    });
  });

  it('keeps one key, whose private half opens under SECRET alone', async () => {
    const one = await start();
    await untilSigned(one, 0);
    const { key, checkpoint } = JSON.parse((await one.get('/api/record')).body);
    expect(isSignedBy(checkpoint, key)).toBe(true);
    expect(parseCheckpoint(parseNote(checkpoint)?.text ?? '')).toMatchObject({
      origin: 'kurs.example/record',
      size: 0,
    });
    const other = await openRecordKey({ db: setup.database.db, secret: 'another', name: 'another', clock: Date });
    expect(other.vkey).toBe(key);
    expect(() => other.sign('text\n')).toThrow('sealed under another SECRET');
  });
});
