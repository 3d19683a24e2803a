import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkEntry } from '#web/record/check/check-entry.ts';
import { isContradicted } from '#web/record/check/is-contradicted.ts';
import { forgeries, honest, isLostSignal, now, withGap } from '#tests/support/record/forged-log.ts';
import { type PublishedLog, publishLog } from '#tests/support/record/published-log.ts';
import type { LogEntry } from '#tests/support/record/simulated-log.ts';

vi.setConfig({ testTimeout: 30_000 });

type Answer = NonNullable<ReturnType<PublishedLog['answer']>>;
type Change = (path: string, answer: Answer) => Answer;

beforeEach(() => {
  const saved = new Map<string, string>();
  vi.useFakeTimers({ now, toFake: ['Date'] });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function serve(entries: readonly LogEntry[], change: Change = (_path, answer) => answer): void {
  const log = publishLog(entries, now);
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'https://kurs.example');
    const answer = log.answer(url.pathname, url.searchParams);
    if (!answer) throw new TypeError('no connection');
    const { status, body } = change(url.pathname, answer);
    return new Response(body, { status });
  });
}

const check = (index: number) => checkEntry(String(index), new AbortController().signal);

async function getFindings(index: number) {
  const checked = await check(index);
  if (checked.kind !== 'checked') throw new Error(`leaf ${index} is ${checked.kind}`);
  return checked.findings;
}

const indexes = (entries: readonly LogEntry[], isWanted: (entry: LogEntry) => boolean): number[] =>
  entries.flatMap((entry, index) => (isWanted(entry) ? index : []));

describe('A66: the check of the browser', () => {
  it('passes each kind of leaf of an honest record', async () => {
    const log = withGap();
    serve(log);
    const kinds = ['id', 'forecasts', 'closePrice', 'prices', 'reason'] as const;
    const wanted = kinds.flatMap((field) => indexes(log, ({ leaf }) => field in leaf).slice(0, 3));
    const blocks = [0, 127, 128, 255, 256, log.length - 2, log.length - 1];
    for (const index of [...wanted, ...blocks]) {
      const findings = await getFindings(index);
      expect(findings.around.violations, `leaf ${index}`).toEqual([]);
      // The last block holds what is left.
      expect(findings.around.count).toBeGreaterThan(Math.min(50, (log.length % 128) - 1));
      expect(isContradicted(findings), `leaf ${index}`).toBe(false);
    }
  });

  it.each([
    ['a loser without an outcome', forgeries.withoutOutcomes, isLostSignal, 'undecided'],
    ['a loser that is never opened', forgeries.neverOpened, isLostSignal, 'unopened'],
    ['a signal with the outcome of another', forgeries.exchangedOutcomes, isLostSignal, 'outcome'],
  ] as const)('fails for %s, and names it', async (_what, cheat, isWanted, kind) => {
    const log = cheat();
    serve(log);
    const [first = -1] = indexes(log, isWanted);
    const findings = await getFindings(first);
    expect(isContradicted(findings)).toBe(true);
    const named = kind === 'outcome' ? (findings.entry.leaves.at(-1)?.index ?? -1) : first;
    expect(findings.around.violations).toContainEqual({ kind, index: named });
  });

  it.each([
    ['a signal that is dated back', forgeries.backDated, 'order'],
    ['statements out of order', forgeries.outOfOrder, 'order'],
    ['minutes that are left out, with their prices', forgeries.minutesLeftOut, 'minutes_missing'],
    ['statements together with their outcomes', forgeries.besideItsOutcome, 'ended_before'],
    ['a statement without its number', forgeries.withoutItsNumber, 'sequence'],
  ] as const)('fails beside %s, and names a leaf', async (_what, cheat, kind) => {
    const log = cheat();
    serve(log);
    const named = new Set<number>();
    for (let index = 0; index < log.length; index += 64) {
      const { around } = await getFindings(index);
      for (const violation of around.violations) if (violation.kind === kind) named.add(violation.index);
    }
    const [first] = named;
    if (first === undefined) throw new Error('no leaf is named');
    expect(isContradicted(await getFindings(first))).toBe(true);
  });

  it('fails for a second outcome of a signal, and names it', async () => {
    const end = honest.find(({ leaf }) => 'closePrice' in leaf);
    if (!end || !('closePrice' in end.leaf)) throw new Error('no outcome');
    const at = honest.indexOf(end) + 1;
    serve(honest.toSpliced(at, 0, { ...end, leaf: { ...end.leaf, closePrice: end.leaf.closePrice + 0.001 } }));
    expect((await getFindings(at)).around.violations).toContainEqual({ kind: 'outcome', index: at });
  });

  it('fails for leaves that are not those of the signed tree', async () => {
    serve(honest, (path, answer) => {
      if (path !== '/api/record') return answer;
      const page = JSON.parse(answer.body) as { items: { index: number; leafHash: string }[] };
      const items = page.items.map((one) => (one.index === 12 ? { ...one, leafHash: '0'.repeat(64) } : one));
      return { ...answer, body: JSON.stringify({ ...page, items }) };
    });
    const { around } = await getFindings(3);
    expect(around.violations).toContainEqual({ kind: 'tree', index: 3 });
    expect(around.violations).toContainEqual({ kind: 'hash', index: 12 });
  });
});

describe('A66: an answer withheld', () => {
  const seventh = honest[7]?.leaf;
  const endOfSeventh = honest.findIndex(
    ({ leaf }) => 'signal' in leaf && seventh !== undefined && 'id' in seventh && leaf.signal === seventh.id,
  );
  const refused: Answer = { status: 500, body: '{"code":"internal_error","message":"","requestId":""}' };

  it.each([
    ['an entry', 7, /\/entry\//],
    ['the proof of its outcome', endOfSeventh, new RegExp(`/proof/${endOfSeventh}$`)],
  ])('%s is a failure that names the leaf', async (_what, index, path) => {
    serve(honest, (asked, answer) => (path.test(asked) ? refused : answer));
    expect(await check(7)).toEqual({ kind: 'withheld', index });
  });

  it('a leaf beside the entry is a failure that names it', async () => {
    serve(honest, (path, answer) => {
      if (path !== '/api/record') return answer;
      const page = JSON.parse(answer.body) as { items: { index: number }[] };
      return { ...answer, body: JSON.stringify({ ...page, items: page.items.filter(({ index }) => index !== 20) }) };
    });
    const findings = await getFindings(7);
    expect(findings.around.violations).toEqual([{ kind: 'withheld', index: 20 }]);
    expect(isContradicted(findings)).toBe(true);
  });

  it('is none where no connection is, where the record ends, and where too much is asked', async () => {
    serve(honest);
    expect(await check(honest.length)).toEqual({ kind: 'not_found' });
    serve(honest, () => ({ status: 429, body: '{"code":"rate_limited","message":"","requestId":""}' }));
    expect(await check(7)).toEqual({ kind: 'unreadable' });
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no connection')));
    expect(await check(7)).toEqual({ kind: 'offline' });
  });
});
