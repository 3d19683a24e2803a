import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import { ModelFigures, type RecordItem } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { RecordCoverage, RecordEntries, RecordEquity, RecordLeaves, RecordOverall } from '#contract/record/views.ts';
import type { z } from 'zod';
import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { type AiModelKey, aiModelKeys, isAiModelKey } from '#domain/signals/ai-model.ts';
import { checkpointText } from '#record/checkpoint.ts';
import { addForecast, emptyDay } from '#domain/statistics/day-sums.ts';
import { computeEquity } from '#domain/statistics/equity.ts';
import { consistencyPath, inclusionPath, type LeafRange } from '#record/merkle-path.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type GapLeaf, type Leaf, type OutcomeLeaf, type SignalLeaf } from '#record/leaf.ts';
import { computeRoot } from '#record/merkle-tree.ts';
import { hourSteps } from '#domain/statistics/day-equity.ts';
import { sha256 } from '#node/sha256.ts';
import { signNote, toPublicBytes, toVkey } from '#node/notes.ts';
import { minuteMs } from '#domain/time.ts';
import { aRecordSummary, iso, noon, rejection } from './fake-api.ts';

type Item = z.infer<typeof RecordItem>;

const origin = 'kurs.example/record';

/**
 * A valid record in memory: everything that a page recomputes from it must match, until a test
 * forges it.
 */
export interface FakeRecord {
  readonly leaves: Item[];
  readonly getId: (signal: number) => string;
  /** Verifier key of the current signing key. */
  readonly vkey: string;
  note(size?: number): string;
  /** Changes what is returned for a leaf from now on, without its hash. */
  forge(index: number, change: Readonly<Record<string, unknown>>): void;
  /**
   * Replaces the history by another one of the same length, or of fewer leaves, under the same key.
   */
  rewrite(size: number): void;
  /** The answer for `path` and its query; null: not a path of the record. */
  answer(path: string, query: URLSearchParams): { status: number; body: object | string } | null;
}

interface Options {
  readonly signals: number;
  /** How many of the newest have not expired. */
  readonly open?: number;
}

export function fakeRecord({ signals, open = 0 }: Options): FakeRecord {
  const { privateKey } = generateKeyPairSync('ed25519');
  const vkey = toVkey({ name: origin, publicKey: toPublicBytes(privateKey) });
  const leaves = listLeaves(signals, open);
  let hashes = leaves.map(({ leafHash: hash }) => Buffer.from(hash, 'hex'));
  const rootAt = (size: number): Uint8Array => computeRoot(sha256, hashes.slice(0, size));
  const getProof = (path: readonly LeafRange[]): string[] =>
    path.map(({ from, to }) => Buffer.from(computeRoot(sha256, hashes.slice(from, to))).toString('hex'));
  const noteAt = (size: number): string => signedNote(privateKey, size, rootAt(size));
  const shown = (index: number): Item | undefined => leaves[index];

  const record: FakeRecord = {
    leaves,
    vkey,
    getId,
    note: (size = hashes.length) => noteAt(size),
    forge: (index, change) => {
      const item = shown(index);
      if (item) leaves[index] = { ...item, leaf: { ...item.leaf, ...change } };
    },
    rewrite: (size) => {
      hashes = Array.from({ length: size }, (_, i) => Buffer.from(leafHash(sha256, `{"another":${i}}`)));
    },
    answer: (path, query) => {
      const size = hashes.length;
      const at = (prefix: string): string | null =>
        path.startsWith(prefix) ? decodeURIComponent(path.slice(prefix.length)) : null;
      if (path === recordPaths.record) {
        const from = Number(query.get('from') ?? 0);
        return found({ size, items: leaves.slice(from, from + Number(query.get('limit') ?? 100)) });
      }
      const entry = at('/api/record/entry/');
      const proven = at('/api/record/proof/');
      if (entry !== null) return entryAnswer(leaves, entry);
      if (proven !== null) {
        const index = Number(proven);
        const of = Number(query.get('size') ?? size);
        if (!(index < of && of <= size)) return output(rejection('not_found', ''));
        return found({ index, size: of, leafHash: shown(index)?.leafHash, hashes: getProof(inclusionPath(index, of)) });
      }
      if (path === recordPaths.consistency) {
        const [from, to] = [Number(query.get('from')), Number(query.get('to') ?? size)];
        if (to > size) return output(rejection('validation_failed', ''));
        return found({ from, to, hashes: getProof(consistencyPath(from, to)) });
      }
      if (path === recordPaths.checkpoint) return { status: 200, body: noteAt(size) };
      if (path === recordPaths.key) return { status: 200, body: `${vkey}\n` };
      if (path === recordPaths.summary)
        return found(aRecordSummary({ size: leaves.length, since: leaves[0]?.at ?? null }));
      if (path === recordPaths.entries) return found(getEntries(leaves, query));
      if (path === recordPaths.equity) return found(equityAnswer(leaves, query));
      if (path === recordPaths.coverage) return found(getCoverage(leaves));
      if (path === recordPaths.overall) return found(getOverall(leaves.length > 0));
      if (path === recordPaths.models)
        return found({ size, models: computeFigures(size > 0, Number(query.get('payout') ?? 0.82)) });
      return null;
    },
  };
  return record;
}

/** Serves this record to the page; other requests fall through to the earlier handler. */
export async function serveRecord(page: Page, record: FakeRecord): Promise<void> {
  await page.route(/\/api\/record/, (route: Route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const answer = record.answer(pathname, searchParams);
    if (!answer) return route.fallback();
    const { status, body } = answer;
    return typeof body === 'string'
      ? route.fulfill({ status, body, contentType: 'text/plain; charset=utf-8' })
      : route.fulfill({ status, json: body });
  });
}

const found = (body: object) => ({ status: 200, body });
const output = ({ status, body }: { status: number; body: unknown }) => ({ status, body: body as object });

const getId = (signal: number): string => `3f0f7c1e-58a4-4a5b-9d5a-${String(signal).padStart(12, '0')}`;

function signedNote(key: KeyObject, size: number, root: Uint8Array): string {
  return signNote(checkpointText({ origin, size, root: Buffer.from(root).toString('base64') }), origin, key);
}

/**
 * A signal every 137 minutes, the last a quarter of an hour before noon; open ones a minute apart,
 * just before noon.
 */
function issuedAt(i: number, signals: number, open: number): number {
  const ended = signals - open;
  const before = i < ended ? 15 + (ended - 1 - i) * 137 : 4 - Math.min(i - ended, 3);
  return noon - before * minuteMs;
}

/** Complete up to noon: a gap of closed minutes between signals, so that signal `i` is leaf 3·i. */
function listLeaves(signals: number, open: number): Item[] {
  const all: Item[] = [];
  const add = (kind: Item['kind'], at: number, leaf: Leaf, isOpen = true): void => {
    const hash = Buffer.from(leafHash(sha256, canonicalLeaf(leaf))).toString('hex');
    all.push({ index: all.length, kind, at: iso(at), leafHash: hash, ...(isOpen ? { leaf: { ...leaf } } : {}) });
  };
  for (let i = 0; i < signals; i += 1) {
    const at = issuedAt(i, signals, open);
    const isOpen = i < signals - open;
    add('signal', at, signalLeaf(i, at), isOpen);
    if (!isOpen) continue;
    add('outcome', at + 5 * minuteMs + 300, outcomeLeaf(i, at));
    const next = issuedAt(i + 1, signals, open);
    if (i + 1 < signals) add('gap', next, gapLeaf(at, next));
  }
  return all;
}

const gapLeaf = (from: number, to: number): GapLeaf => ({
  form: 'gap/1',
  feed: 'simulated:1',
  from: iso(from),
  to: iso(to),
  reason: 'closed',
});

const toResult = (i: number) =>
  i % 17 === 5 ? 'neutral' : (i * 7 + Math.floor(i / 9)) % 20 < 11 ? 'successful' : 'unsuccessful';
const getModel = (i: number): AiModelKey => aiModelKeys[i % aiModelKeys.length] ?? 'manual';

const signalLeaf = (i: number, at: number): SignalLeaf => ({
  id: getId(i),
  model: getModel(i),
  modelVersion: 'test',
  symbol: i % 3 === 0 ? 'USDJPY' : 'EURUSD',
  direction: i % 2 === 0 ? 'BUY' : 'SELL',
  passability: 54 + (i % 9),
  duration: 5,
  feed: 'simulated:1',
  issuedAt: iso(at),
  seq: i,
  nonce: String(i).padStart(32, '0'),
  hasEdge: i % 10 !== 6,
});

function outcomeLeaf(i: number, at: number): OutcomeLeaf {
  const isYen = i % 3 === 0;
  const [openPrice, pip] = isYen ? [155.412, 0.021] : [1.08432, 0.00023];
  const result = toResult(i);
  const isUp = (i % 2 === 0) === (result === 'successful');
  const moved = result === 'neutral' ? 0 : isUp ? pip : -pip;
  const openedAt = at + 300;
  return {
    signal: getId(i),
    result,
    openPrice,
    openedAt: iso(openedAt),
    closePrice: Number((openPrice + moved).toFixed(isYen ? 3 : 5)),
    closingTickAt: iso(openedAt + 5 * minuteMs - 200),
    expiresAt: iso(openedAt + 5 * minuteMs),
  };
}

function entryAnswer(leaves: readonly Item[], id: string) {
  const index = /^\d+$/.test(id)
    ? Number(id)
    : leaves.findIndex(({ kind, leaf }) => kind === 'signal' && leaf?.['id'] === id);
  const item = leaves[index];
  if (!item) return output(rejection('not_found', ''));
  const signalId = item.leaf?.['id'] ?? item.leaf?.['signal'];
  const own = leaves.filter(
    (one) => one === item || (signalId !== undefined && [one.leaf?.['id'], one.leaf?.['signal']].includes(signalId)),
  );
  return found(RecordLeaves.parse({ index, leaves: own, proof: item.kind === 'gap' ? null : 'proven' }));
}

function getEntries(leaves: readonly Item[], query: URLSearchParams) {
  const before = Number(query.get('before') ?? Number.MAX_SAFE_INTEGER);
  const limit = Number(query.get('limit') ?? 20);
  const all = leaves.filter(({ kind, index }) => kind === 'signal' && index < before).toReversed();
  const items = all.slice(0, limit).map((issued) => ({
    issued,
    ended: leaves.find(({ leaf }) => leaf?.['signal'] !== undefined && leaf['signal'] === issued.leaf?.['id']) ?? null,
    proof: 'proven',
  }));
  return RecordEntries.parse({ items, older: all.length > limit ? (items.at(-1)?.issued.index ?? null) : null });
}

function equityAnswer(leaves: readonly Item[], query: URLSearchParams) {
  const payout = Number(query.get('payout') ?? 0.82);
  const model = query.get('aiModel');
  const models = new Map(leaves.map(({ leaf }) => [leaf?.['id'], leaf?.['model']]));
  const day = emptyDay();
  for (const { kind, leaf } of leaves) {
    const own = models.get(leaf?.['signal']);
    if (kind !== 'outcome' || !leaf || !isAiModelKey(own) || (model && own !== model)) continue;
    const endedAt = Date.parse(String(leaf['expiresAt']));
    addForecast(day, {
      hasEdge: true,
      model: own,
      passability: 57,
      result: leaf['result'] as OutcomeLeaf['result'],
      endedAt,
    });
  }
  const { drawdown, points, ...sums } = computeEquity(hourSteps(day.signals.all.hours), payout);
  return RecordEquity.parse({
    size: leaves.length,
    ...sums,
    payout,
    drawdown: drawdown && { ...drawdown, from: iso(drawdown.from), to: iso(drawdown.to) },
    points: points.map((point) => ({ ...point, at: iso(point.at) })),
  });
}

/** Two months with every reason, or none while the record is empty. */
function getCoverage(leaves: readonly Item[]) {
  const gaps = { closed: 9_840, stopped: 41, late: 12, no_forecast: 3 };
  const voids = { no_entry_tick: 6, no_closing_tick: 2, feed_gap: 9, operator: 1 };
  const whole = { minutes: 33_304, gaps, signals: 1_842, practice: 2, voids };
  const noVoids = { no_entry_tick: 0, no_closing_tick: 0, feed_gap: 0, operator: 0 };
  const months = [
    {
      ...whole,
      month: '2026-11',
      minutes: 17_911,
      gaps: { ...gaps, stopped: 0, late: 0 },
      signals: 903,
      practice: 0,
      voids: noVoids,
    },
    { ...whole, month: '2026-10' },
    {
      ...whole,
      month: '2026-09',
      minutes: 0,
      gaps: { ...gaps, closed: 1_200, stopped: 0, late: 0, no_forecast: 0 },
      signals: 0,
      practice: 0,
    },
  ];
  return RecordCoverage.parse({ months: leaves.length > 0 ? months : [] });
}

/** Eight models: above, across and below the break-even, flagged, and with too few outcomes. */
const standings: readonly (readonly [AiModelKey, number, number])[] = [
  ['kurs_ai_v2', 3_942, 0.575],
  ['kurs_ai_v1', 5_120, 0.551],
  ['vip', 412, 0.58],
  ['36trade_ai_plus', 1_140, 0.529],
  ['13_squad', 1_764, 0.512],
  ['manual', 930, 0.541],
  ['chatgpt_4o', 61, 0],
  ['indicators_chatgpt_3.5', 0, 0],
];

function getOverall(isGrown: boolean) {
  const models = computeFigures(isGrown, 0.82);
  const sum = (one: 'total' | 'successful' | 'neutral' | 'unsuccessful' | 'void') =>
    models.reduce((all, figures) => all + figures[one], 0);
  const [successful, unsuccessful] = [sum('successful'), sum('unsuccessful')];
  const decided = successful + unsuccessful;
  const interval = decided < 100 ? null : wilsonInterval(successful, decided);
  return RecordOverall.parse({
    size: isGrown ? 60 : 0,
    total: sum('total'),
    successful,
    neutral: sum('neutral'),
    unsuccessful,
    void: sum('void'),
    winRate: interval && successful / decided,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    practice: createPractice(isGrown ? 64 : 0),
  });
}

/** Too few for a rate. */
const createPractice = (total: number) => ({
  total,
  successful: total / 2,
  neutral: 0,
  unsuccessful: total / 2,
  void: 0,
  winRate: null,
  low: null,
  high: null,
});

const getProven = (count: number) => {
  const proven = Math.round(count * 0.97);
  return { signals: proven, ofSignals: count, minutes: proven, ofMinutes: count };
};

function computeFigures(isGrown: boolean, payout: number) {
  return standings.map(([aiModel, full, rate], index) => {
    const decided = isGrown ? full : 0;
    const won = Math.round(decided * rate);
    const neutral = Math.round(decided / 30);
    const interval = decided < 100 ? null : wilsonInterval(won, decided);
    const isFlagged = aiModel === '13_squad';
    return ModelFigures.parse({
      aiModel,
      total: decided + neutral,
      successful: won,
      neutral,
      unsuccessful: decided - won,
      void: Math.round(decided / 90),
      winRate: interval && won / decided,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      breakEven: 1 / (1 + payout),
      rank: decided >= 500 ? index + 1 : null,
      calibration: computeCalibration(index),
      reliability: interval ? computeReliability(decided, rate) : [],
      shadow: !isGrown || aiModel.includes('gpt') || aiModel === 'manual' ? null : getShadow(decided, rate),
      card: null,
      proven: getProven(decided),
      flagged: isFlagged,
      flag: isFlagged
        ? {
            figure: 'win_rate',
            duration: 5,
            from: null,
            count: 1_764,
            live: { value: 0.512, low: 0.489, high: 0.535 },
            card: { low: 0.541, high: 0.568 },
          }
        : null,
    });
  });
}

/** The first models are calibrated on the feed, the others not yet. */
const computeCalibration = (index: number) =>
  index > 3
    ? null
    : {
        feed: 'simulated:1',
        from: '2026-08-24T21:00:00.000Z',
        to: '2026-11-22T22:00:00.000Z',
        decisions: 5_312_480,
        sessions: marketSessions.flatMap((session, i) =>
          durations.map((duration) => {
            const factor = [0.92, 0.31, 0.66][i] ?? 1;
            return { session, duration, factor, low: factor - 0.06, high: factor + 0.06 };
          }),
        ),
      };

const computeReliability = (decided: number, rate: number) =>
  [0.53, 0.55, 0.57, 0.59, 0.62].map((stated, i) => ({
    stated,
    real: rate - 0.03 + i * 0.018,
    low: rate - 0.06 + i * 0.018,
    high: rate + i * 0.018,
    count: Math.round(decided / (3 + i * i)),
  }));

function getShadow(decided: number, rate: number) {
  const total = decided * 20;
  const won = Math.round(total * rate);
  const counts = { total, successful: won, neutral: 0, unsuccessful: total - won, void: 12, winRate: rate };
  const interval = { low: rate - 0.012, high: rate + 0.012, effective: total / 4 };
  return {
    issued: { ...counts, ...interval },
    inTurn: { ...counts, ...interval },
    stated: total,
    abstained: 0.4,
    reliability: computeReliability(total, rate),
  };
}
