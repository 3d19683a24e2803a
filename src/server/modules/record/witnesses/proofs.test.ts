import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelsFigures } from '#contract/record/record.ts';
import { RecordEntries, RecordLeaves, RecordSummary } from '#contract/record/views.ts';
import { hourMs, minuteMs, secondMs } from '#domain/time.ts';
import type { MinuteLeaf, SignalLeaf } from '#record/leaf.ts';
import { createFakeWitness } from '#tests/support/record/fake-witness.ts';
import { createRecordSetup, type RecordSetup } from '#tests/support/record/record-setup.ts';
import { createCountProofs, createProofsOfLeaves, createReadProofs } from './count-proofs.ts';
import { listProvenTimes } from './cosignatures.repository.ts';
import { type RecordedLeaf, writeLeaves } from '../append/append-leaves.ts';

const start = Date.parse('2026-03-02T12:00:00.000Z');
const feed = 'simulated:1';
const iso = (at: number): string => new Date(at).toISOString();

let setup: RecordSetup;
let now: number;
beforeEach(async () => {
  now = start;
  setup = await createRecordSetup();
});
afterEach(() => setup.tearDown());

function aSignal(at: number, { model = 'vip', duration = 3 }: Partial<SignalLeaf> = {}): RecordedLeaf {
  const id = randomUUID();
  const leaf: SignalLeaf = {
    id,
    model,
    modelVersion: 'v',
    symbol: 'EURUSD',
    direction: 'BUY',
    passability: 57.25,
    hasEdge: true,
    duration,
    feed,
    issuedAt: iso(at),
    seq: 0,
    nonce: 'b'.repeat(32),
  };
  return { kind: 'signal', signalId: id, at: new Date(at), leaf };
}

function aMinute(at: number, over: Partial<MinuteLeaf> = {}): RecordedLeaf {
  const leaf: MinuteLeaf = {
    form: 'minute/1',
    feed,
    inTurn: 'EURUSD',
    issuedAt: iso(at),
    seq: 0,
    nonce: 'b'.repeat(32),
    inputs: 'c'.repeat(64),
    forecasts: ['kurs_ai_v1 v EURUSD:5:BUY:57.12:ts', 'kurs_ai_v2 v EURUSD:5:BUY:55.1:t'],
    ...over,
  };
  return { kind: 'forecast', signalId: randomUUID(), at: new Date(at), leaf };
}

const aGap = (at: number): RecordedLeaf => ({
  kind: 'gap',
  signalId: randomUUID(),
  at: new Date(at),
  leaf: { form: 'gap/1', feed, from: iso(at - minuteMs), to: iso(at), reason: 'closed' },
});

const record = (...leaves: RecordedLeaf[]): Promise<unknown> =>
  setup.database.db.transaction((tx) => writeLeaves(tx, leaves));

/** As a witness saw them: this many leaves at this time. */
const cosign = (size: number, at: number, witness = 'w1'): Promise<unknown> =>
  setup.database.pool.query(`insert into record_cosignatures values ($1, $2, $3, 'a line')`, [
    size,
    witness,
    new Date(at),
  ]);

const proving = (quorum = 1, witnesses = ['w1', 'w2']) => ({
  db: setup.database.db,
  quorum,
  clock: { now: () => now },
  readProvenTimes: async (indices: readonly number[]) =>
    quorum === 0 ? indices.map(() => null) : listProvenTimes(setup.database.db, { indices, witnesses, quorum }),
});
const read = (ids: readonly string[], quorum?: number) =>
  createReadProofs({ db: setup.database.db, getProofs: createProofsOfLeaves(proving(quorum)) })(ids);
const count = (quorum?: number) => createCountProofs(proving(quorum))();

describe('the proof of a signal', () => {
  it('is pending until its duration has passed, and then unproven', async () => {
    const signal = aSignal(start);
    await record(signal);
    const state = async () => (await read([signal.signalId])).get(signal.signalId);
    expect(await state()).toBe('pending');
    now = start + 3 * minuteMs - 1;
    expect(await state()).toBe('pending');
    now = start + 3 * minuteMs;
    expect(await state()).toBe('unproven');
  });

  it.each([
    ['proven', 3 * minuteMs - secondMs],
    ['unproven', 3 * minuteMs],
  ])('is %s by a witness that saw it after %d ms', async (state, after) => {
    const signal = aSignal(start);
    await record(signal);
    await cosign(1, start + after);
    now = start + hourMs;
    expect(await read([signal.signalId])).toEqual(new Map([[signal.signalId, state]]));
  });

  it('requires the quorum, and the first checkpoint that holds the signal', async () => {
    const [before, signal] = [aSignal(start), aSignal(start)];
    await record(before, signal);
    await cosign(1, start + secondMs);
    await cosign(2, start + 2 * secondMs);
    await cosign(2, start + 4 * minuteMs, 'w2');
    now = start + hourMs;
    const states = async (quorum: number) => [...(await read([before.signalId, signal.signalId], quorum)).values()];
    expect(await states(1)).toEqual(['proven', 'proven']);
    expect(await states(2)).toEqual(['unproven', 'unproven']);
    expect(await states(0)).toEqual(['unproven', 'unproven']);
  });

  it('is missing for a signal that is not recorded', async () => {
    expect(await read([randomUUID()])).toEqual(new Map());
    expect(await read([])).toEqual(new Map());
  });
});

describe('the proofs that are counted', () => {
  const rows = async () =>
    (
      await setup.database.pool.query(
        `select day - 20514 as day, model, signals_proven, signals_unproven, minutes_proven, minutes_unproven
         from record_proofs order by day, model`,
      )
    ).rows.map((row: Record<string, unknown>) => Object.values(row).join(' '));

  it('belong to the day and the models of each statement, across midnight', async () => {
    const midnight = Date.parse('2026-03-03T00:00:00.000Z');
    await record(
      aSignal(midnight - minuteMs),
      aMinute(midnight - minuteMs),
      aGap(midnight),
      aMinute(midnight),
      aSignal(midnight),
      aSignal(midnight, { model: 'manual' }),
      aMinute(midnight, { forecasts: [] }),
    );
    await cosign(4, midnight + secondMs);
    now = midnight + hourMs;
    expect(await count()).toBe(false);
    expect(await rows()).toEqual([
      '0 kurs_ai_v1 0 0 1 0',
      '0 kurs_ai_v2 0 0 1 0',
      '0 vip 1 0 0 0',
      '1 kurs_ai_v1 0 0 1 0',
      '1 kurs_ai_v2 0 0 1 0',
      '1 manual 0 1 0 0',
      '1 vip 0 1 0 0',
    ]);
  });

  it('wait for a minute after each expiry, in the order of the record', async () => {
    await record(aSignal(start, { duration: 5 }), aSignal(start + secondMs, { duration: 3 }));
    await cosign(2, start + 2 * secondMs);
    now = start + 6 * minuteMs - 1;
    await count();
    expect(await rows()).toEqual([]);
    now += 1;
    await count();
    expect(await rows()).toEqual(['0 vip 2 0 0 0']);
  });

  it('count each statement once, in batches and after a restart', async () => {
    const many = Array.from({ length: 620 }, (_, i) => aSignal(start + i * secondMs));
    await record(...many);
    await cosign(550, start + 4 * secondMs);
    now = start + 24 * hourMs;
    expect(await count()).toBe(true);
    expect(await rows()).toEqual(['0 vip 500 0 0 0']);
    expect(await count()).toBe(false);
    expect(await count()).toBe(false);
    expect(await rows()).toEqual(['0 vip 550 70 0 0']);
  });

  it('prove nothing without a quorum', async () => {
    await record(aSignal(start));
    await cosign(1, start + secondMs);
    now = start + hourMs;
    await count(0);
    expect(await rows()).toEqual(['0 vip 0 1 0 0']);
  });
});

describe('the record over HTTP', () => {
  it('states the proof of each entry, the witnesses, and how much of each model is proven', async () => {
    const witness = createFakeWitness({ name: 'witness.example/w1', now: () => now });
    const other = createFakeWitness({ name: 'witness.example/w2', now: () => now });
    const one = await setup.run({ witnessSide: { witnesses: [witness.witness, other.witness], quorum: 1 } });
    const json = async (path: string): Promise<unknown> =>
      JSON.parse((await one.get(`/api/record${path}`)).body) as unknown;
    await record(aSignal(start - hourMs), aMinute(start - hourMs), aGap(start), aSignal(start));
    await cosign(1, start - hourMs + secondMs, witness.id);

    const { items } = RecordEntries.parse(await json('/entries'));
    expect(items.map(({ proof }) => proof)).toEqual(['pending', 'proven']);
    const getProof = async (index: number) => RecordLeaves.parse(await json(`/entry/${index}`)).proof;
    expect(await Promise.all([0, 1, 2, 3].map(getProof))).toEqual(['proven', 'unproven', null, 'pending']);
    expect(RecordSummary.parse(await json('/summary')).witnesses).toEqual({ count: 2, quorum: 1 });

    const getProven = async (query: string) =>
      ModelsFigures.parse(await json(`/models${query}`)).models.flatMap(({ aiModel, proven }) =>
        proven.ofSignals || proven.ofMinutes ? [{ aiModel, proven }] : [],
      );
    expect(await getProven('')).toEqual([]);
    await createCountProofs(proving(1, [witness.id]))();
    const minute = { signals: 0, ofSignals: 0, minutes: 0, ofMinutes: 1 };
    for (const query of ['', '?days=1'])
      expect((await getProven(query)).toSorted((a, b) => a.aiModel.localeCompare(b.aiModel))).toEqual([
        { aiModel: 'kurs_ai_v1', proven: minute },
        { aiModel: 'kurs_ai_v2', proven: minute },
        { aiModel: 'vip', proven: { signals: 1, ofSignals: 1, minutes: 0, ofMinutes: 0 } },
      ]);
    expect(await getProven('?feed=deriv')).toEqual([]);
  });
});
