import { afterEach, expect, it, vi } from 'vitest';
import { edgeLeft } from '#domain/signals/entry-window.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { createFindings } from '#record/verify/findings.ts';
import { createRecordAddress } from '#scripts/record/record-address.ts';
import { trustedWitnesses } from '#scripts/record/verify-witnesses.ts';
import { verifyAddress } from '#scripts/record/verify-address.ts';
import { honest, isLost, isLostSignal, now } from '#tests/support/record/forged-log.ts';
import { publishLog, serveLog } from '#tests/support/record/published-log.ts';
import {
  computeHash,
  type LogEntry,
  numbered,
  simulatedFeed,
  simulateLog,
} from '#tests/support/record/simulated-log.ts';

/** One honest log, and one change for each rule of docs/record.md that compares leaves with each other. */
vi.setConfig({ testTimeout: 30_000 });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Change = Parameters<typeof serveLog>[1];
type Seen = Parameters<typeof publishLog>[2];

async function verify(entries: readonly LogEntry[], change?: Change, seen: Seen = [], minProven?: string) {
  const log = publishLog(entries, now, seen);
  const { address, close } = await serveLog(log, change);
  const witnesses = seen.length > 0 ? trustedWitnesses([log.witness], '1', minProven) : null;
  closing.push(close);
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  const pause = async (): Promise<void> => undefined;
  await verifyAddress(createRecordAddress(address, { fetchUrl: fetch, pause }), { now, witnesses }, findings);
  return { failures: findings.failures(), skipped: findings.skipped(), output: lines.join('\n') };
}

type Leaf = LogEntry['leaf'];
const changed = (entry: LogEntry, change: object): LogEntry => ({
  ...entry,
  leaf: { ...entry.leaf, ...change } as Leaf,
});
/** The log with one of its entries changed; whatever names a leaf by its hash follows. */
function withChange(isWanted: (entry: LogEntry) => boolean, change: (entry: LogEntry) => LogEntry): LogEntry[] {
  const at = honest.findIndex((entry, i) => i > 60 && isWanted(entry));
  const wanted = honest[at];
  if (!wanted) throw new Error('no such leaf');
  const next = change(wanted);
  const [before, after] = [computeHash(wanted.leaf), computeHash(next.leaf)];
  return honest
    .with(at, next)
    .map((entry) =>
      'forecast' in entry.leaf && entry.leaf.forecast === before ? changed(entry, { forecast: after }) : entry,
    );
}
const iso = (at: number): string => new Date(at).toISOString();
const isMinute = ({ leaf }: LogEntry): boolean => 'forecasts' in leaf;
const isPrices = ({ leaf }: LogEntry): boolean => 'prices' in leaf;
const isSignal = ({ leaf }: LogEntry): boolean => 'id' in leaf;
const isOutcome = ({ leaf }: LogEntry): boolean => 'closePrice' in leaf;
const isEarly = ({ at }: LogEntry): boolean => at < now - 40 * minuteMs;
const toLines = ({ leaf }: LogEntry): readonly string[] =>
  'forecasts' in leaf ? leaf.forecasts : 'prices' in leaf ? leaf.prices : [];

/** The log with a leaf more, in its order. */
const withMore = (...more: readonly LogEntry[]): LogEntry[] =>
  numbered([...honest, ...more].toSorted((a, b) => a.at - b.at));
const aGap = (
  from: number,
  to: number,
  reason: 'closed' | 'late' | 'no_forecast' | 'stopped',
  at = to + 1_000,
): LogEntry => ({
  kind: 'gap',
  at,
  opensAt: at,
  leaf: { form: 'gap/1', feed: simulatedFeed, from: iso(from), to: iso(to), reason },
});

/** A minute without its forecasts and prices, and a gap in their place. */
function withoutMinute(reason: 'closed' | 'late' | 'no_forecast', isSilent = false): LogEntry[] {
  const stated = honest.find((entry, i) => i > 200 && isMinute(entry));
  if (!stated) throw new Error('no minute');
  const hash = computeHash(stated.leaf);
  const kept = honest.filter(
    (entry) => entry !== stated && !('forecast' in entry.leaf && entry.leaf.forecast === hash),
  );
  const minute = startOfMinute(stated.at) - minuteMs;
  const own = aGap(minute, minute + minuteMs, reason, stated.at);
  const silence = { silentFrom: iso(minute + 1), silentTo: iso(minute + 2 * minuteMs) };
  return numbered([...kept, isSilent ? changed(own, silence) : own].toSorted((a, b) => a.at - b.at));
}

type Voided = (signal: string, issuedAt: number) => object;
/** The outcomes of these losers replaced by voids. */
const withVoids = (
  isWanted: (lost: LogEntry, issuedAt: number) => boolean,
  toLeaf: Voided,
  log = honest,
): LogEntry[] => {
  const issuedAts = new Map(log.flatMap(({ leaf, at }) => ('id' in leaf ? [[leaf.id, at] as const] : [])));
  return log.map((entry) => {
    if (!isLost(entry) || !('signal' in entry.leaf)) return entry;
    const { signal } = entry.leaf;
    const at = issuedAts.get(signal) ?? 0;
    if (!isWanted(entry, at)) return entry;
    return { ...entry, kind: 'void', leaf: { signal, result: 'void', ...toLeaf(signal, at) } as Leaf };
  });
};
/** The first loser that has ended. */
const voidedLoser = (leaf: Voided): LogEntry[] => {
  const lost = honest.find((entry, i) => i > 60 && isLost(entry));
  return withVoids((entry) => entry === lost, leaf);
};
/** Their windows are those of a minute, whose prices the record states. */
const isBesideMinute = (_lost: LogEntry, at: number): boolean => at % minuteMs > 55_800;

/** So many signals that they state each other's prices. */
const busy = simulateLog({ from: now - 60 * minuteMs, minutes: 60, signals: 400 });

/** A live record of which the last losers are never opened, and a statement of a replay after it. */
function endedByReplay(): LogEntry[] {
  const end = now - 25 * minuteMs;
  const lives = honest.filter(({ at }) => at < end);
  const minute = lives.findLast(isMinute);
  if (!minute) throw new Error('no minute');
  const isHidden = (entry: LogEntry): boolean => isSignal(entry) && entry.at > end - 15 * minuteMs;
  const hidden = new Set(lives.filter(isHidden).map(({ leaf }) => ('id' in leaf ? leaf.id : '')));
  return [
    ...lives
      .filter(({ leaf }) => !('signal' in leaf && hidden.has(leaf.signal)))
      .map((entry) => (isHidden(entry) ? { ...entry, opensAt: Number.POSITIVE_INFINITY } : entry)),
    { ...changed(minute, { feed: 'replay:old', seq: 0 }), at: end, opensAt: end },
  ];
}

const aCalibration = (change: object = {}, at = now - 30 * minuteMs): LogEntry => ({
  kind: 'calibration',
  at,
  opensAt: 0,
  leaf: {
    form: 'calibration/1',
    feed: simulatedFeed,
    model: 'kurs_ai_v1',
    version: 'v',
    from: iso(at - 9 * 86_400_000),
    to: iso(at - 2 * 86_400_000),
    decisions: 1_000,
    factors: ['day 5 0.7 0.6 0.8'],
    at: iso(at),
    ...change,
  } as unknown as Leaf,
});

const signalWith = (change: (leaf: Record<string, unknown>) => object): LogEntry[] =>
  withChange(isSignal, (entry) => changed(entry, change(entry.leaf as unknown as Record<string, unknown>)));
const minuteWith = (change: (lines: readonly string[]) => readonly string[]): LogEntry[] =>
  withChange(
    (entry) => isMinute(entry) && isEarly(entry),
    (entry) => changed(entry, { forecasts: change(toLines(entry)) }),
  );
const pricesWith = (change: (lines: readonly string[]) => readonly string[]): LogEntry[] =>
  withChange(isPrices, (entry) => changed(entry, { prices: change(toLines(entry)) }));

/** Without the forecasts of the minutes around a signal, and their prices. */
function signalWithoutMinutes(): LogEntry[] {
  const signal = honest.find((entry, i) => i > 200 && isSignal(entry));
  const at = signal?.at ?? 0;
  const dropped = honest.filter((entry) => isMinute(entry) && Math.abs(entry.at - at) < 3 * minuteMs);
  const hashes = new Set(dropped.map(({ leaf }) => computeHash(leaf)));
  return numbered(
    honest.filter(
      (entry) => !dropped.includes(entry) && !('forecast' in entry.leaf && hashes.has(entry.leaf.forecast)),
    ),
  );
}

const answeredAt = now - 60 * minuteMs + 20_000;
/** What a language model answered to a question about the minute before. */
const anAnswer = (change: object = {}): LogEntry => ({
  kind: 'forecast',
  at: answeredAt,
  opensAt: answeredAt + 7 * minuteMs,
  leaf: {
    form: 'answer/1',
    feed: simulatedFeed,
    model: 'chatgpt_4o',
    version: 'gpt-4o q1',
    symbol: 'EURUSD',
    duration: 5,
    minute: iso(startOfMinute(answeredAt)),
    question: 'a'.repeat(64),
    stated: 0.7,
    calibrated: 0.56,
    signalFrom: 51,
    issuedAt: iso(answeredAt),
    seq: 0,
    nonce: 'b'.repeat(32),
    ...change,
  },
});
const passedOnAt = answeredAt + 1_000;
/** A signal of a language model, and its void. */
function passedOn(change: object = {}): [LogEntry, LogEntry] {
  const id = '00000000-0000-4000-8000-000000000001';
  const leaf = {
    id,
    model: 'chatgpt_4o',
    modelVersion: 'gpt-4o q1',
    symbol: 'EURUSD',
    direction: 'BUY',
    passability: 50 + 6 * edgeLeft(5, passedOnAt - startOfMinute(answeredAt)),
    hasEdge: true,
    duration: 5,
    feed: simulatedFeed,
    issuedAt: iso(passedOnAt),
    seq: 0,
    nonce: 'c'.repeat(32),
    ...change,
  };
  const at = passedOnAt + 6 * minuteMs;
  const ended = { signal: id, result: 'void', reason: 'feed_gap', at: iso(at) };
  return [
    { kind: 'signal', at: passedOnAt, opensAt: at, leaf: leaf as Leaf },
    { kind: 'void', at, opensAt: at, leaf: ended as Leaf },
  ];
}
const withAnswer = (...more: readonly (LogEntry | readonly LogEntry[])[]): LogEntry[] => withMore(...more.flat());

it('A66: a signal that passes on the answer of a language model holds', async () => {
  const { output, failures } = await verify(withAnswer(anAnswer(), passedOn()));
  expect(output).toMatch(/holds {2}1 signals pass on what an answer of a language model states/);
  expect(failures).toBe(0);
});

it.each([
  [
    'a number that is left out',
    () =>
      honest.map((entry, i) => ('seq' in entry.leaf && i > 100 ? changed(entry, { seq: entry.leaf.seq + 1 }) : entry)),
    /should be statement number/,
  ],
  [
    'a leaf with a field of another kind',
    () => signalWith(() => ({ result: 'void' })),
    /is listed as signal, but it has the fields of no kind/,
  ],
  [
    'a gap (no_forecast) over a minute with prices',
    () => withoutMinute('no_forecast'),
    /a gap \(no_forecast\) over .*, where leaf \d+ records a/,
  ],
  [
    'a gap over an invented silence of the feed',
    () => withoutMinute('no_forecast', true),
    /a gap \(no_forecast\) over .*, where leaf \d+ records a price/,
  ],
  ['a gap (late) over a minute with prices', () => withoutMinute('late'), /a gap \(late\) over/],
  ['a gap (closed) over a minute with prices', () => withoutMinute('closed'), /a gap \(closed\) over/],
  [
    'a gap that ends in the future',
    () => [...honest, aGap(now - minuteMs, now + 10 * minuteMs, 'stopped', now)],
    /it ends after it was recorded/,
  ],
  [
    'a signal of a direction that no model stated',
    () => signalWith(({ direction }) => ({ direction: direction === 'BUY' ? 'SELL' : 'BUY' })),
    /its direction is not what leaf/,
  ],
  [
    'a signal at a probability that no model stated',
    () => signalWith(() => ({ passability: 71.5 })),
    /its probability of 71\.5 % is not what leaf/,
  ],
  [
    'a signal of a pair that no model stated',
    () => signalWith(() => ({ symbol: 'USDJPY' })),
    /states no signal of USDJPY|is not what leaf|its direction/,
  ],
  [
    'a signal long after the last minute that states anything',
    signalWithoutMinutes,
    /no minute of the last 90 seconds states what it passes on/,
  ],
  ['a signal of another version', () => signalWith(() => ({ modelVersion: 'w' })), /it names kurs_ai_v1 w, and leaf/],
  ['a signal of a model that stated nothing', () => signalWith(() => ({ model: 'vip' })), /vip states nothing in leaf/],
  [
    'a forecast that is stated twice',
    () => minuteWith((lines) => lines.map((line) => `${line} ${line.split(' ')[2]}`)),
    /states \w+:\d+ twice/,
  ],
  [
    'two signals of one duration in a minute',
    () => minuteWith((lines) => lines.map((line, i) => (i === 1 ? line : `${line} GBPUSD:3:BUY:59:si`))),
    /marks two forecasts of 3 minutes as issued/,
  ],
  [
    'a pair in turn that was chosen',
    () =>
      withChange(
        (entry) => isMinute(entry) && isEarly(entry),
        (entry) =>
          changed(entry, {
            inTurn: 'leaf' in entry && 'inTurn' in entry.leaf && entry.leaf.inTurn === 'EURUSD' ? 'GBPUSD' : 'EURUSD',
          }),
      ),
    /it is not the turn of|marks another pair than the pair in turn/,
  ],
  [
    'two prices of a pair at one instant',
    () =>
      pricesWith((lines) =>
        lines.map((line) => (line.startsWith('EURUSD 0 ') ? line.replace(/ 1\.\d+ /, ' 1.25 ') : line)),
      ),
    /EURUSD at .* is 1\.25, and/,
  ],
  [
    'an entry after an earlier price of its window',
    () =>
      busy.map((entry) => {
        if (!isOutcome(entry)) return entry;
        const leaf = entry.leaf as unknown as Record<string, string>;
        const later = (text: string | undefined): string => iso(Date.parse(text ?? '') + 2_000);
        const times = ['openedAt', 'expiresAt', 'closingTickAt'].map((name) => [name, later(leaf[name])]);
        return changed(entry, Object.fromEntries(times));
      }),
    /its (entry|close).* leaves out the price|its entry lies/,
  ],
  [
    'a loser that is void for want of an entry',
    () =>
      withVoids(
        () => true,
        (_signal, at) => ({ reason: 'no_entry_tick', at: iso(at + minuteMs) }),
        busy,
      ),
    /a void for want of an entry leaves out the price/,
  ],
  ['a minute whose prices are left out', () => pricesWith(() => []), /its entry of \w+ leaves out the price/],
  [
    'a void by an operator without a cause',
    () => voidedLoser((_signal, at) => ({ reason: 'operator', at: iso(at + minuteMs) })),
    /an operator voided it without a cause/,
  ],
  [
    'a void by an operator before the issue',
    () => voidedLoser((_signal, at) => ({ reason: 'operator', cause: 'other', at: iso(at - minuteMs) })),
    /at a time outside its life/,
  ],
  [
    'a void by an operator after the outcome',
    () => {
      const lost = honest.find(isLost);
      if (!lost || !('signal' in lost.leaf)) throw new Error('no loser');
      const at = lost.at + 1_000;
      return withMore({
        kind: 'void',
        at,
        opensAt: at,
        leaf: { signal: lost.leaf.signal, result: 'void', reason: 'operator', cause: 'other', at: iso(at) },
      });
    },
    /an operator voided it after its outcome/,
  ],
  [
    'a calibration at another time',
    () => withMore(aCalibration({ at: iso(now - 86_400_000) })),
    /is a calibration at a time that the statements beside it contradict/,
  ],
  [
    'a calibration by minutes that are still to come',
    () => withMore(aCalibration({ to: iso(now) })),
    /its period is not over when it was recorded/,
  ],
  [
    'a calibration with the digits of another',
    () => withMore(aCalibration(), aCalibration()),
    /another calibration has its id/,
  ],
  [
    'a version of a calibration that is not recorded',
    () => signalWith(() => ({ modelVersion: 'v+0123abcd' })),
    /names a calibration that is not recorded before it/,
  ],
  [
    'a gap (stopped) over minutes with prices',
    () => withMore(aGap(startOfMinute(now) - 60 * minuteMs, startOfMinute(now) - 50 * minuteMs, 'stopped')),
    /a gap \(stopped\) over .*, where leaf \d+ records a/,
  ],
  [
    'a gap over minutes that are stated',
    () => withMore(aGap(startOfMinute(now) - 60 * minuteMs, startOfMinute(now) - 50 * minuteMs, 'stopped')),
    /repeats minutes that were recorded before/,
  ],
  ['a live record that ends as a replay', endedByReplay, /leaf \d+ is not opened ten minutes after its expiry/],
  [
    'a signal for a duration that no model stated',
    () => signalWith(() => ({ duration: 2 })),
    /states no signal of EURUSD for 2 minutes/,
  ],
  [
    'a manual choice that names another version of its model',
    () => signalWith(() => ({ model: 'manual', modelVersion: 'kurs_ai_v1 w' })),
    /it names kurs_ai_v1 w, and leaf/,
  ],
  [
    'a manual choice of a model that stated nothing',
    () => signalWith(() => ({ model: 'manual', modelVersion: 'vip v' })),
    /vip states nothing in leaf/,
  ],
  [
    'a model with two lines in a minute',
    () => minuteWith((lines) => [...lines, ...lines.slice(0, 1)]),
    /a model has two lines/,
  ],
  [
    'a loser that is void for want of a close',
    () =>
      withVoids(
        () => true,
        (_signal, at) => ({ reason: 'no_closing_tick', at: iso(at + 11 * minuteMs) }),
        busy,
      ),
    /a void for want of a close leaves out the price/,
  ],
  [
    'a void by an operator long after the expiry',
    () => voidedLoser((_signal, at) => ({ reason: 'operator', cause: 'other', at: iso(at + 40 * minuteMs) })),
    /at a time outside its life/,
  ],
  [
    'an answer to a question that was answered before',
    () => withAnswer(anAnswer(), anAnswer()),
    /has answered the same question/,
  ],
  [
    'a forecast that is surer than its answer',
    () => withAnswer(anAnswer({ calibrated: 0.85 })),
    /its forecast is surer than the answer/,
  ],
  [
    'an answer that was recorded after its minute',
    () => withAnswer(anAnswer({ minute: iso(answeredAt - 20 * minuteMs) })),
    /was recorded outside the minute/,
  ],
  [
    'a signal of a language model without an answer',
    () => withAnswer(passedOn()),
    /no answer of the last 90 seconds states what it passes on/,
  ],
  [
    'a signal against the answer that it passes on',
    () => withAnswer(anAnswer(), passedOn({ direction: 'SELL' })),
    /its direction is not what the answer in leaf/,
  ],
  [
    'a signal that is surer than the answer that it passes on',
    () => withAnswer(anAnswer(), passedOn({ passability: 66 })),
    /its probability of 66 % is not what the answer in leaf/,
  ],
  [
    'an edge that an answer does not have',
    () => withAnswer(anAnswer({ signalFrom: 58 }), passedOn()),
    /it has an edge, and what the answer in leaf/,
  ],
] satisfies [string, () => readonly LogEntry[], RegExp][])('A66: %s fails', async (_what, cheat, sentence) => {
  const { failures, output } = await verify(cheat());
  expect(output).toMatch(sentence);
  expect(failures).toBeGreaterThan(0);
});

it('A66: voids by an operator are named with what their prices say, and days with many of them', async () => {
  const { output, failures } = await verify(
    withVoids(isBesideMinute, (_signal, at) => ({ reason: 'operator', cause: 'other', at: iso(at + minuteMs) })),
  );
  expect(output).toMatch(
    /note {3}\d+ signals are void \(operator\); the prices of \d+ are known: 0 won and \d+ lost \(0\.0 % won\)/,
  );
  expect(output).toMatch(/note {3}\d+ of \d+ signals of simulated:1 on 2026-03-02 are void/);
  expect(failures).toBe(0);
});

it('A66: the hours that an operator chose to close are named', async () => {
  const half = honest.filter(({ at }) => at < now - 100 * minuteMs);
  const from = startOfMinute(half.findLast(isMinute)?.at ?? 0);
  const { output } = await verify([...half, aGap(from, startOfMinute(now), 'closed', now)]);
  expect(output).toMatch(/note {3}\d+ of the closed minutes were closed by the operator's hours/);
});

it('A66: a calibration at its time holds', async () => {
  const { output, failures } = await verify([...honest, aCalibration()].toSorted((a, b) => a.at - b.at));
  expect(output).toMatch(/holds {2}1 calibrations were recorded after the period/);
  expect(failures).toBe(0);
});

/** Each statement is cosigned five seconds after its time. */
const cosigned = honest.flatMap(({ leaf, at }, i) => ('seq' in leaf ? [{ size: i + 1, at: at + 5_000 }] : []));

it('A66: a record of which too little was seen in time fails, unless less is asked for', async () => {
  const late = cosigned
    .map(({ size, at }, i) => ({ size, at: i % 20 === 0 ? at + 40_000 : at }))
    .toSorted((a, b) => a.at - b.at);
  const seen = late.filter(({ size }, i) => size > (late[i - 1]?.size ?? 0));
  const strict = await verify(honest, undefined, seen);
  expect(strict.output).toMatch(/FAILS {2}.* were proven within seconds .*: less than 99 %/);
  const lenient = await verify(honest, undefined, seen, '50');
  expect(lenient.output).not.toMatch(/FAILS {2}.* were proven/);
});

it('A66: minutes that no quorum of witnesses cosigned are printed', async () => {
  const isQuiet = (at: number): boolean => at > now - 60 * minuteMs && at < now - 55 * minuteMs;
  const seen = cosigned.filter(({ at }) => !isQuiet(at));
  const { output } = await verify(honest, undefined, seen, '50');
  expect(output).toMatch(/note {3}from .* to .* no witness cosigned a checkpoint: what was stated then is unproven/);
  expect((await verify(honest, undefined, cosigned)).output).not.toContain('no witness cosigned');
});

/** Serves the pages of a record that calls each of its newest signals proven. */
const allProven: Change = (path, answer) => {
  if (!/\/(summary|entries)$/.test(path)) return answer;
  const { items } = publishLog(honest, now);
  const issued = items.filter(({ kind }) => kind === 'signal').slice(-20);
  const since = items[0]?.at;
  const summary = {
    size: items.length,
    since,
    feed: { id: simulatedFeed, kind: 'simulated' },
    payout: 0.82,
    excludesThinHours: false,
    witnesses: { count: 1, quorum: 1 },
  };
  const entries = issued.toReversed().map((item) => ({ issued: item, ended: null, proof: 'proven' }));
  const shown = path.endsWith('/summary') ? summary : { items: entries, older: null };
  return { status: 200, body: JSON.stringify(shown) };
};

it('A66: a page that calls a signal proven which the witness saw after its expiry fails, with --witness', async () => {
  const inTime = await verify(honest, allProven, cosigned);
  expect(inTime.output).toMatch(/holds {2}the 20 newest signals that the page lists are all that there are/);
  const signals = honest.flatMap((entry, index) => (isSignal(entry) ? [index] : []));
  const failure = (index = -1): string =>
    `FAILS  the list of the page calls leaf ${index} proven, which no quorum saw before its expiry`;
  const ended = signals.findLast((index) => (honest[index]?.opensAt ?? now) < now);
  const late = [
    ...cosigned.filter(({ size }) => size <= (ended ?? 0)),
    { size: honest.length, at: now + 11 * minuteMs },
  ];
  expect((await verify(honest, allProven, late)).output).toContain(failure(ended));
  const unopened = signals.at(-1) ?? 0;
  const unseen = cosigned.filter(({ size }) => size <= unopened);
  expect(unopened).toBeGreaterThan(ended ?? 0);
  expect((await verify(honest, allProven, unseen)).output).toContain(failure(unopened));
});

it('A66: a signal that is dated ahead of what witnesses saw fails', async () => {
  const { output } = await verify(
    honest,
    undefined,
    cosigned.map(({ size, at }) => ({ size, at: at - 60_000 })),
  );
  expect(output).toMatch(/FAILS {2}leaf \d+ states .*, but witnesses saw it in the record at/);
});

it('A66: a market under another name is printed beside the first', async () => {
  const half = honest.length / 2;
  const { output } = await verify(
    numbered(honest).map((entry, i) =>
      i >= half && 'feed' in entry.leaf ? changed(entry, { feed: 'simulated:2' }) : entry,
    ),
  );
  expect(output).toMatch(/note {3}simulated:1: leaves 0 to \d+, \d+ signals, \d+ won and \d+ lost/);
  expect(output).toMatch(/note {3}simulated:2: leaves \d+ to \d+/);
  expect(output).toMatch(/note {3}all 2 markets together/);
});

/** Two users receive one forecast: the first one loses, the second one wins, and the win is recorded first. */
function settledInAnotherOrder(): { readonly log: LogEntry[]; readonly withoutLoss: LogEntry[] } {
  const ends = new Map(
    busy.flatMap((entry) => ('closePrice' in entry.leaf ? [[entry.leaf.signal, entry] as const] : [])),
  );
  const toResult = (signal: LogEntry): string | undefined => {
    const end = 'id' in signal.leaf ? ends.get(signal.leaf.id) : undefined;
    return end && 'result' in end.leaf ? end.leaf.result : undefined;
  };
  const forecasts = Map.groupBy(busy.filter(isSignal), ({ leaf, at }) =>
    'id' in leaf ? `${leaf.duration} ${startOfMinute(at)}` : '',
  );
  const [lost, won] =
    [...forecasts.values()].find(
      ([first, second]) => first && second && toResult(first) === 'unsuccessful' && toResult(second) === 'successful',
    ) ?? [];
  if (!lost || !won || !('id' in lost.leaf) || !('id' in won.leaf)) throw new Error('no such forecast');
  const [loss, win] = [ends.get(lost.leaf.id), ends.get(won.leaf.id)];
  if (!loss || !win) throw new Error('no outcomes');
  const others = busy.filter((entry) => entry !== loss);
  const later = { ...loss, at: win.at + 1, opensAt: win.at + 1 };
  return {
    log: numbered([...others, later].toSorted((a, b) => a.at - b.at)),
    withoutLoss: numbered(others.filter((entry) => entry !== lost)),
  };
}

it('A66: figures that count another signal of a forecast than the first one issued fail', async () => {
  const { log, withoutLoss } = settledInAnotherOrder();
  const { output, failures } = await verify(log);
  expect(output).toMatch(
    /note {3}kurs_ai_v1 on simulated:1: of the forecasts that users received \d+ won .*; of those in shadow \d+ won/,
  );
  expect(failures).toBe(0);
  const query = new URLSearchParams({ feed: simulatedFeed });
  const better = publishLog(withoutLoss, now).answer('/api/record/overall', query);
  const bent = await verify(log, (path, answer) => {
    if (!path.endsWith('/overall') || !better) return answer;
    const { size } = JSON.parse(answer.body) as { size: number };
    return { ...answer, body: JSON.stringify({ ...JSON.parse(better.body), size }) };
  });
  expect(bent.output).toMatch(/FAILS {2}the pages show other figures than a recount gives: the figures of all models/);
});

it('A66: tiles of other hashes than the leaves fail', async () => {
  const { output } = await verify(honest, (path, answer) =>
    path.includes('/tile/0/') && answer.bytes ? { ...answer, bytes: Buffer.from(answer.bytes).fill(7, 0, 32) } : answer,
  );
  expect(output).toMatch(/FAILS {2}tile \d+ has other hashes than the leaves that it holds/);
});

it('A66: proofs of other hashes fail', async () => {
  const { output } = await verify(honest, (path, answer) =>
    path.includes('/proof/') ? { ...answer, body: answer.body.replace(/"hashes":\["../, '"hashes":["00') } : answer,
  );
  expect(output).toMatch(/FAILS {2}the proof of leaf \d+ does not lead to the signed root/);
});

it.each([
  [
    'whose last leaf is not shown is refused before others are read',
    (items: object[]) => (items.length === 1 ? [] : items),
    'is not shown',
  ],
  ['with more leaves than were asked for is refused', (items: object[]) => [...items, ...items], 'answers 2 leaves'],
])('A66: a record %s', async (_what, bend, sentence) => {
  let pages = 0;
  const { output } = await verify(honest, (path, answer) => {
    if (path !== '/api/record') return answer;
    pages++;
    const { items, ...rest } = JSON.parse(answer.body) as { items: object[] };
    return { ...answer, body: JSON.stringify({ ...rest, items: bend(items) }) };
  });
  expect(output).toMatch(new RegExp(`FAILS {2}.*${sentence}`));
  expect(pages).toBe(1);
});

it('A66: losers that are never opened leave no room for a number', async () => {
  const { failures } = await verify(
    honest
      .filter((entry) => !isLost(entry))
      .map((entry) => (isLostSignal(entry) ? { ...entry, opensAt: Number.POSITIVE_INFINITY } : entry)),
  );
  expect(failures).toBeGreaterThan(0);
});
