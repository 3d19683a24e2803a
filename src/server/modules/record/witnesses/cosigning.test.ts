import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseNote } from '#record/signed-note.ts';
import { type Witness, WitnessError } from '#server/integrations/witness/witness.ts';
import { createFakeWitness, type FakeWitness } from '#tests/support/record/fake-witness.ts';
import { createRecordSetup, getHead, type RecordSetup, setupSecret } from '#tests/support/record/record-setup.ts';
import { openRecordKey } from '../sign/record-key.ts';
import { appendMany, appendSignal } from '#tests/support/record/grow-record.ts';
import type { TestRecord } from '#tests/support/record/test-record.ts';
import { openCosignature } from '#node/notes.ts';
import { submitCheckpoint, toKnownWitness } from './cosign-record.ts';

let setup: RecordSetup;
let witnesses: FakeWitness[];
let one: TestRecord;

beforeEach(async () => {
  setup = await createRecordSetup();
  witnesses = ['w1', 'w2'].map((name) =>
    createFakeWitness({ name: `witness.example/${name}`, now: () => one.time.clock.now() }),
  );
});
afterEach(() => setup.tearDown());

const w1 = () => witnesses[0] as FakeWitness;
const w2 = () => witnesses[1] as FakeWitness;

async function start(quorum = 1): Promise<void> {
  one = await setup.run({ witnessSide: { witnesses: witnesses.map(({ witness }) => witness), quorum } });
  const { vkey } = await openRecordKey({ db: setup.database.db, secret: setupSecret, name: '', clock: one.time.clock });
  for (const fake of witnesses) if (fake.asked.length === 0) fake.watch(vkey.split('+')[0] ?? '', vkey);
  await one.record.start();
  await advance(0);
}

/** Timers of the record: signing, counting, exporting, and one for each witness. */
const timers = 3 + 2;

/** Second by second, so that every pending answer of the database has arrived before the next. */
async function advance(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 1_000) {
    one.time.advance(Math.min(left, 1_000));
    while (one.time.waiting() < timers) await new Promise((resolve) => setImmediate(resolve));
  }
}

const grow = async (count = 1): Promise<void> => {
  await appendMany(setup.database.db, count);
};

interface Items {
  readonly items: readonly { readonly size: number; readonly note: string }[];
}
const listed = async (query = ''): Promise<Items['items']> =>
  (JSON.parse((await one.get(`/api/record/checkpoints${query}`)).body) as Items).items;

const isCosigned = (note: string, { key }: FakeWitness): boolean =>
  openCosignature(parseNote(note)?.text ?? '', parseNote(note)?.signatures ?? [], key) !== null;

const warnings = (): string[] => one.logged.map(({ msg }) => msg).filter((msg) => msg.includes('witness'));

describe('a record with witnesses', () => {
  it('has each checkpoint cosigned within seconds, by all of them', async () => {
    await start();
    await grow(3);
    await advance(3_000);
    const { note, size } = await getHead(one);
    expect(size).toBeGreaterThan(0);
    expect(witnesses.map((fake) => isCosigned(note, fake))).toEqual([true, true]);
    expect(await listed()).toEqual([{ size, note }]);
    expect(one.published.at(-1)?.data).toEqual({ note: expect.not.stringContaining('witness') });
  });

  it('submits at most one checkpoint in ten seconds to a witness, and the first at once', async () => {
    await start();
    const at: number[] = [];
    for (const fake of witnesses)
      fake.answer = (submission) => {
        if (fake === w1()) at.push(one.time.clock.now());
        return fake.honest(submission);
      };
    const startedAt = one.time.clock.now();
    for (let i = 0; i < 35; i++) {
      await grow();
      await advance(0);
      await advance(1_000);
    }
    expect((at[0] ?? 0) - startedAt).toBeLessThanOrEqual(2_000);
    expect(at.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...at.slice(1).map((time, i) => time - (at[i] ?? 0)))).toBeGreaterThanOrEqual(10_000);
    expect((await listed()).map(({ size }) => size)).toEqual(
      (await listed()).map(({ size }) => size).toSorted((a, b) => a - b),
    );
  });

  it('is cosigned once beside a former leader that submits an older checkpoint, which is no fork', async () => {
    await start();
    await grow();
    await advance(3_000);
    const { db } = setup.database;
    const slow: Witness = {
      vkey: w1().vkey,
      addCheckpoint: async (submission) => {
        // What the new leader submits while the former one is paused.
        await grow();
        await advance(15_000);
        return w1().honest(submission);
      },
    };
    await grow();
    await advance(2_000);
    expect(await submitCheckpoint(db, toKnownWitness(slow), new AbortController().signal)).toBe(false);
    expect(warnings()).toEqual([]);
  });

  it('serves a checkpoint once it is cosigned', async () => {
    await start();
    await grow();
    await advance(3_000);
    const cosigned = await getHead(one);
    await grow();
    await advance(2_000);
    expect((await getHead(one)).note).toBe(cosigned.note);
    // What is newest is stated with the genesis.
    const { size } = JSON.parse((await one.get('/api/record')).body);
    expect(size).toBeGreaterThan(cosigned.size);
    await advance(10_000);
    expect(isCosigned((await getHead(one)).note, w1())).toBe(true);
    expect((await getHead(one)).size).toBeGreaterThan(cosigned.size);
  });

  it('serves a checkpoint 15 seconds after its signature without cosignatures, and never a smaller one than before', async () => {
    await start(2);
    const sizes: number[] = [];
    for (let i = 0; i < 90; i++) {
      const isAway = i >= 20 && i < 50;
      w2().answer = isAway ? () => Promise.reject(new WitnessError('no_answer', 'away')) : w2().honest;
      if (i % 2 === 0) await grow();
      await advance(1_000);
      sizes.push((await getHead(one)).size);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    // A leaf every two seconds: never more than 15 seconds behind, and two of polling.
    const behind = sizes.map((size, i) => Math.floor(i / 2) + 1 - size);
    expect(Math.max(...behind)).toBeLessThanOrEqual(9);
    // Which of two witnesses cosigns the newest one first is by chance: each submission takes what is newest then.
    const since = (await listed()).filter(({ size }) => size > (sizes[50] ?? 0));
    expect(since.some(({ note }) => isCosigned(note, w2()))).toBe(true);
  });

  it('lists cosigned checkpoints in pages', async () => {
    await start();
    for (let i = 0; i < 3; i++) {
      await grow();
      await advance(12_000);
    }
    const all = await listed();
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(await listed('?limit=2')).toEqual(all.slice(0, 2));
    expect(await listed(`?from=${all[1]?.size}`)).toEqual(all.slice(1));
    expect((await one.get('/api/record/checkpoints?limit=1001')).status).toBe(400);
  });
});

describe('a witness that is away', () => {
  it('delays neither signing nor the other one, is logged once, and cosigns when it is back', async () => {
    w1().answer = () => Promise.reject(new WitnessError('no_answer', 'connection refused'));
    await start();
    await grow();
    await advance(90_000);
    const { note } = await getHead(one);
    expect([isCosigned(note, w1()), isCosigned(note, w2())]).toEqual([false, true]);
    expect(warnings()).toEqual(['a witness did not cosign; retrying']);
    // After 10, 20, 40 seconds, then each minute.
    expect(w1().asked.length).toBeLessThanOrEqual(5);
    w1().answer = w1().honest;
    await advance(60_000);
    expect(isCosigned((await getHead(one)).note, w1())).toBe(true);
    expect(warnings()).toEqual(['a witness did not cosign; retrying', 'a witness cosigns again']);
  });

  it.each<[string, string, () => void]>([
    ['whose signature is another one’s', 'invalid_answer', () => void (w1().answer = w2().honest)],
    [
      'that signs another text',
      'invalid_answer',
      () =>
        void (w1().answer = async (submission) => {
          const answer = await w1().honest(submission);
          const value = (answer.kind === 'cosigned' && answer.signatures[0]?.value) || '';
          const bytes = Buffer.from(value, 'base64');
          bytes[20] = (bytes[20] ?? 0) ^ 1;
          return { kind: 'cosigned', signatures: [{ name: w1().key.name, value: bytes.toString('base64') }] };
        }),
    ],
    [
      'that answers with the size it was just given',
      'invalid_answer',
      () => void (w1().answer = async ({ oldSize }) => ({ kind: 'other_size', size: oldSize })),
    ],
    [
      'that has more leaves than the record',
      'inconsistent',
      () => void (w1().answer = async () => ({ kind: 'other_size', size: 1_000_000 })),
    ],
  ])('%s is an error and nothing of it is stored: %s', async (_what, kind, misbehave) => {
    misbehave();
    await start();
    await grow();
    await advance(3_000);
    expect((await listed()).every(({ note }) => !isCosigned(note, w1()))).toBe(true);
    expect((await one.api.readState()).witnesses).toMatchObject([
      { name: w1().id, size: null, cosignedAt: null, error: kind },
      { name: w2().id, error: null },
    ]);
  });

  it('that has forgotten everything, or that the record has forgotten, is asked again from its own size', async () => {
    await start();
    await grow();
    await advance(3_000);
    w1().forget('kurs.example/record');
    await grow();
    await advance(20_000);
    expect(w1().asked.at(-1)).toMatchObject({ oldSize: 0 });
    expect(isCosigned((await getHead(one)).note, w1())).toBe(true);
  });
});

it('after a restart continues from what is stored', async () => {
  await start();
  await grow(2);
  await advance(3_000);
  const { size } = await getHead(one);
  await setup.stop(one);
  await start();
  await grow();
  await advance(5_000);
  expect(w1().asked.at(-1)?.oldSize).toBe(size);
});

describe('a signal', () => {
  it('is proven when a quorum had cosigned it before it could expire', async () => {
    w2().answer = () => Promise.reject(new WitnessError('no_answer', 'away'));
    await start(2);
    const first = await appendSignal(setup.database.db, one.time.clock.now());
    await advance(3_000);
    expect(await one.api.readProofs([first])).toEqual(new Map([[first, 'pending']]));
    w2().answer = w2().honest;
    await advance(80_000);
    expect(await one.api.readProofs([first])).toEqual(new Map([[first, 'proven']]));
    for (const fake of witnesses) fake.answer = () => Promise.reject(new WitnessError('no_answer', 'away'));
    const second = await appendSignal(setup.database.db, one.time.clock.now());
    await advance(181_000);
    expect(await one.api.readProofs([first, second])).toEqual(
      new Map([
        [first, 'proven'],
        [second, 'unproven'],
      ]),
    );
    await setup.stop(one);
    await start(0);
    expect(await one.api.readProofs([first])).toEqual(new Map([[first, 'unproven']]));
  });
});

it('a stored cosignature and its checkpoint can be neither changed nor deleted', async () => {
  await start();
  await grow();
  await advance(3_000);
  for (const statement of [
    'update record_cosignatures set cosigned_at = now()',
    'delete from record_cosignatures',
    'truncate record_cosignatures',
    'delete from record_checkpoints',
  ])
    await expect(setup.database.pool.query(statement)).rejects.toThrow('append-only');
});
