import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordLeaves } from '#contract/record/views.ts';
import { readStored } from '#web/storage/stored.ts';
import { minuteMs } from '#domain/time.ts';
import { noon } from '#tests/support/browser/fake-api.ts';
import { type FakeRecord, fakeRecord } from '#tests/support/browser/fake-record.ts';
import { checkEntry, type Findings } from './check-entry.ts';
import { clearCheckpoint } from './saved-checkpoint.ts';
import { isContradicted } from './is-contradicted.ts';

let record: FakeRecord;
let saved: Map<string, string>;
let isAway: boolean;

beforeEach(() => {
  record = fakeRecord({ signals: 12, open: 1 });
  saved = new Map();
  isAway = false;
  vi.useFakeTimers({ now: noon, toFake: ['Date'] });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    if (isAway) throw new TypeError('no connection');
    const url = new URL(path, 'https://kurs.example');
    const answer = record.answer(url.pathname, url.searchParams);
    if (!answer) throw new Error(`unexpected request for ${path}`);
    const { status, body } = answer;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const check = (id: string | number) => checkEntry(String(id), new AbortController().signal);
async function getFindings(id: string | number): Promise<Findings> {
  const checked = await check(id);
  if (checked.kind !== 'checked') throw new Error(`not checked: ${checked.kind}`);
  return checked.findings;
}

describe('a true entry', () => {
  it('is valid by its number, by the number of its result and by its signal', async () => {
    for (const id of [6, 7, record.getId(2)]) {
      const findings = await getFindings(id);
      expect(findings).toMatchObject({
        isAnswer: true,
        isLeafTrue: true,
        followsFromPrices: true,
        isIncluded: true,
        isSigned: true,
        around: { count: 34, violations: [] },
        size: 34,
      });
      expect(findings.entry.leaves.map(({ index }) => index)).toEqual([6, 7]);
      expect(isContradicted(findings)).toBe(false);
    }
  });

  it('is valid by its hash alone before it has expired', async () => {
    expect(await getFindings(33)).toMatchObject({ isLeafTrue: null, followsFromPrices: null, isIncluded: true });
  });
});

describe('a changed entry', () => {
  it.each([
    ['a stated probability', 6, { passability: 61 }, { isLeafTrue: false, isIncluded: true }],
    ['a result', 7, { result: 'neutral' }, { isLeafTrue: false, followsFromPrices: false }],
  ])('is detected: %s', async (_title, index, change, found) => {
    record.forge(index, change);
    const findings = await getFindings(6);
    expect(findings).toMatchObject(found);
    expect(findings.around.violations).toContainEqual({ kind: 'hash', index });
    expect(isContradicted(findings)).toBe(true);
  });

  const answerWith = (change: (body: RecordLeaves) => RecordLeaves) => {
    const answer = record.answer;
    vi.spyOn(record, 'answer').mockImplementation((path, query) => {
      const own = answer(path, query);
      if (!own || !path.includes('/entry/')) return own;
      return { ...own, body: change(own.body as RecordLeaves) };
    });
  };
  const listLeaves = (...indexes: number[]) => indexes.flatMap((index) => record.leaves[index] ?? []);
  const toAnswer = (index: number, ...leaves: number[]): RecordLeaves => ({
    index,
    leaves: listLeaves(...leaves),
    proof: 'proven',
  });

  it.each<[string, string | number, (body: RecordLeaves) => RecordLeaves]>([
    ['another entry', 6, () => toAnswer(9, 9, 10)],
    ['another entry under the requested number', 6, () => toAnswer(6, 9, 10)],
    ['another signal than the requested one', 'signal', () => toAnswer(9, 9, 10)],
    ['a signal with the outcome of another', 6, () => toAnswer(6, 6, 10)],
    ['the same signal twice', 6, () => toAnswer(6, 6, 6, 7)],
    ['an outcome without its signal', 7, () => toAnswer(7, 7)],
    [
      'an outcome that is called a forecast',
      6,
      ({ leaves, ...answer }) => ({
        ...answer,
        leaves: leaves.map((one) => (one.kind === 'outcome' ? { ...one, kind: 'forecast' as const } : one)),
      }),
    ],
  ])('is detected when the server answers with %s', async (_title, id, change) => {
    answerWith(change);
    const findings = await getFindings(id === 'signal' ? record.getId(2) : id);
    expect(findings).toMatchObject({ isAnswer: false, isLeafTrue: true, isIncluded: true });
    expect(isContradicted(findings)).toBe(true);
  });

  it('is detected when the outcome of another signal decides it', async () => {
    answerWith(() => toAnswer(6, 6, 10));
    expect((await getFindings(6)).followsFromPrices).toBe(false);
  });

  it('is detected when its hash was changed too', async () => {
    const other = fakeRecord({ signals: 3 }).leaves[0];
    if (other) record.leaves[6] = { ...other, index: 6 };
    expect(await getFindings(6)).toMatchObject({ isLeafTrue: true, isIncluded: false });
  });

  it('is detected under an unsigned checkpoint', async () => {
    const answer = record.answer;
    const forged = record.note().replace(/— \S+ (.{8})/, (line) => line.replace(/.{3}$/, 'AAA'));
    vi.spyOn(record, 'answer').mockImplementation((path, query) =>
      path.endsWith('/checkpoint') ? { status: 200, body: forged } : answer(path, query),
    );
    const findings = await getFindings(6);
    expect(findings.isSigned).toBe(false);
    expect(saved.size).toBe(0);
  });
});

describe('an entry that cannot be checked', () => {
  it('is reported as unverifiable', async () => {
    expect(await check(999)).toEqual({ kind: 'not_found' });
    isAway = true;
    expect(await check(6)).toEqual({ kind: 'offline' });
  });
});

describe('the checkpoint saved in this browser', () => {
  it('is the first one, then every later one that continues it', async () => {
    const serve = record.answer;
    const answers = vi
      .spyOn(record, 'answer')
      .mockImplementation((path, query) =>
        path.endsWith('/checkpoint') ? { status: 200, body: record.note(10) } : serve(path, query),
      );
    expect((await getFindings(0)).continuity).toBe('first');
    expect(readStored('record-checkpoint')).toEqual({ key: record.vkey, note: record.note(10) });
    answers.mockRestore();
    expect((await getFindings(0)).continuity).toBe('goes_on');
    expect(readStored('record-checkpoint')).toEqual({ key: record.vkey, note: record.note() });
  });

  it('reveals a rewritten history, keeps both notes, and continues from neither', async () => {
    await getFindings(0);
    const before = readStored('record-checkpoint');
    record.rewrite(40);
    const findings = await getFindings(0);
    expect(findings.continuity).toBe('rewritten');
    expect(isContradicted(findings)).toBe(true);
    expect(readStored('record-checkpoint')).toEqual(before);
    expect(readStored('record-contradiction')).toMatchObject({ kind: 'rewritten', note: record.note() });
    clearCheckpoint();
    expect((await getFindings(0)).continuity).toBe('first');
  });

  it('reveals a truncated history', async () => {
    await getFindings(0);
    record.rewrite(9);
    expect((await getFindings(0)).continuity).toBe('rewritten');
  });

  it('reveals another key', async () => {
    await getFindings(0);
    record = fakeRecord({ signals: 12, open: 1 });
    expect((await getFindings(0)).continuity).toBe('other_key');
    expect(readStored('record-contradiction')).toMatchObject({ kind: 'other_key' });
  });

  it('accepts an older note as a prefix of the known record', async () => {
    await getFindings(0);
    const newest = readStored('record-checkpoint');
    const answer = record.answer;
    vi.spyOn(record, 'answer').mockImplementation((path, query) =>
      path.endsWith('/checkpoint') ? { status: 200, body: record.note(10) } : answer(path, query),
    );
    expect((await getFindings(0)).continuity).toBe('goes_on');
    expect(readStored('record-checkpoint')).toEqual(newest);
  });
});

describe('a server that does not prove that its record continues', () => {
  let isRefused: boolean;
  const serveWithoutProof = () => {
    const answer = record.answer;
    vi.spyOn(record, 'answer').mockImplementation((path, query) =>
      isRefused && path.endsWith('/consistency')
        ? { status: 500, body: { code: 'internal_error', message: '', requestId: '' } }
        : answer(path, query),
    );
  };

  /** The browser knows the first ten leaves, and asks `attempts` times within `minutes`. */
  async function ask(attempts: number, minutes: number): Promise<string | undefined> {
    const { note, vkey } = record;
    saved.set('record-checkpoint', JSON.stringify({ key: vkey, note: note(10) }));
    let last: string | undefined;
    for (let i = 0; i < attempts; i += 1) {
      vi.setSystemTime(noon + (i * minutes * minuteMs) / (attempts - 1));
      last = (await getFindings(6)).continuity;
    }
    return last;
  }

  beforeEach(() => {
    isRefused = true;
    serveWithoutProof();
  });

  it('is reported after several attempts in ten minutes, not before', async () => {
    expect(await ask(4, 30)).toBe('unknown');
    saved.clear();
    expect(await ask(8, 9)).toBe('unknown');
    saved.clear();
    expect(await ask(5, 10)).toBe('unproven');
    expect(isContradicted(await getFindings(6))).toBe(true);
    expect(readStored('record-unproven')).toMatchObject({ note: record.note(), attempts: 6 });
    expect(readStored('record-checkpoint')).toMatchObject({ note: record.note(10) });
  });

  it('is taken back by a proof', async () => {
    await ask(5, 10);
    isRefused = false;
    expect((await getFindings(6)).continuity).toBe('goes_on');
    expect(readStored('record-unproven')).toBeNull();
  });
});
