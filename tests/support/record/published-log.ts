import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import canonicalize from 'canonicalize';
import type { z } from 'zod';
import type { ModelFigures, RecordItem } from '#contract/record/record.ts';
import type { RecordOverall } from '#contract/record/views.ts';
import { checkpointText, signatureLine } from '#record/checkpoint.ts';
import { consistencyPath, inclusionPath, type LeafRange, splitInHalves } from '#record/merkle-path.ts';
import { computeCountedFigures, computeFigures, tallyKeys } from '#domain/statistics/model-figures.ts';
import { emptySums } from '#domain/statistics/day-sums.ts';
import { computeShadowFigures } from '#domain/statistics/shadow-figures.ts';
import { computeRoot, joinSubtrees } from '#record/merkle-tree.ts';
import { createFindings } from '#record/verify/findings.ts';
import { createHashList, createRoots } from '#record/verify/hash-list.ts';
import { createLeafChecks, type LeafChecks } from '#record/verify/check-leaves.ts';
import { equityAnswer } from '#scripts/record/verify-figures.ts';
import { cosign, signNote, toPublicBytes, toVkey, toWitnessVkey, recordCrypto } from '#node/notes.ts';
import { sha256 } from '#node/sha256.ts';
import { toBundle, toTile } from './log-tiles.ts';
import { computeHash, type LogEntry } from './simulated-log.ts';
import { closeServer, listenLocally } from '../network/local-server.ts';

type Item = z.infer<typeof RecordItem>;
/** `bytes`: what is not text. */
type Answer = { readonly status: number; readonly body: string; readonly bytes?: Buffer };

/** A record as its operator serves it: correctly signed, whatever its leaves are. */
export interface PublishedLog {
  readonly items: readonly Item[];
  /** Verifier key of its only witness. */
  readonly witness: string;
  /** Null: no path of a record. */
  answer(path: string, query: URLSearchParams): Answer | null;
}

const origin = 'kurs.example/record';
const ok = (body: unknown): Answer => ({ status: 200, body: typeof body === 'string' ? body : JSON.stringify(body) });
const notFound: Answer = { status: 404, body: '{"code":"not_found","message":""}' };

/** What the log's witness saw, and when. */
interface Cosigned {
  readonly size: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** `now`: what has opened by then is public. `privateKey`: may sign several logs. */
export function publishLog(
  entries: readonly LogEntry[],
  now: number,
  seen: readonly Cosigned[] = [],
  privateKey: KeyObject = generateKeyPairSync('ed25519').privateKey,
): PublishedLog {
  const witness = generateKeyPairSync('ed25519');
  const witnessName = 'witness.example/w1';
  const vkey = toVkey({ name: origin, publicKey: toPublicBytes(privateKey) });
  const items = entries.map(({ kind, at, leaf, opensAt }, index): Item => {
    const item = { index, kind, at: new Date(at).toISOString(), leafHash: computeHash(leaf) };
    return opensAt <= now ? { ...item, leaf: { ...leaf } } : item;
  });
  const hashes = items.map(({ leafHash }) => Buffer.from(leafHash, 'hex'));
  const size = items.length;
  const rootOfRange = createRangeRoots(hashes);
  const getProof = (path: readonly LeafRange[]): string[] =>
    path.map((range) => Buffer.from(rootOfRange(range)).toString('hex'));
  const roots = rootsAt([size, ...seen.map((one) => one.size)], hashes);
  const textAt = (of: number): string =>
    checkpointText({ origin, size: of, root: Buffer.from(roots.get(of) ?? []).toString('base64') });
  const note = signNote(textAt(size), origin, privateKey);
  const cosigned = seen.map(({ size: of, at }) => {
    const text = textAt(of);
    const signature = cosign(text, witnessName, witness.privateKey, Math.floor(at / 1_000));
    return { size: of, note: signNote(text, origin, privateKey) + signatureLine(signature) };
  });
  let counted: LeafChecks['days'] | undefined;
  const days = (): LeafChecks['days'] => (counted ??= getDays(items));
  const toNumber = (query: URLSearchParams, name: string, otherwise: number): number =>
    Number(query.get(name) ?? otherwise);

  const answers: Readonly<Record<string, (query: URLSearchParams) => Answer>> = {
    '': (query) => {
      const from = toNumber(query, 'from', 0);
      return ok({ size, items: items.slice(from, from + toNumber(query, 'limit', 100)) });
    },
    '/checkpoint': () => ok(note),
    '/key': () => ok(`${vkey}\n`),
    '/checkpoints': (query) => ok({ items: cosigned.filter((one) => one.size >= toNumber(query, 'from', 0)) }),
    '/summary': () =>
      ok({
        size,
        since: items[0]?.at ?? null,
        feed: { id: feed, kind: 'simulated' },
        payout,
        excludesThinHours: true,
        witnesses: { count: 0, quorum: 0 },
      }),
    '/models': () => ok({ size, models: toFigures(days()) }),
    '/overall': () => ok({ size, ...toOverall(days()) }),
    '/equity': (query) => ok({ size, ...toEquity(days(), query) }),
    '/consistency': (query) => {
      const [from, to] = [toNumber(query, 'from', 0), toNumber(query, 'to', size)];
      return ok({ from, to, hashes: getProof(consistencyPath(from, to)) });
    },
  };
  return {
    items,
    witness: toWitnessVkey({ name: witnessName, publicKey: toPublicBytes(witness.privateKey) }),
    answer: (path, query) => {
      const below = /^\/api\/record(.*)$/.exec(path)?.[1];
      if (below === undefined) return null;
      const [, tile] = /^\/tile\/(.+)$/.exec(below) ?? [];
      if (tile !== undefined) return tileAnswer(tile, hashes, items);
      const [, entry] = /^\/entry\/(.+)$/.exec(below) ?? [];
      if (entry !== undefined) return toEntry(items, decodeURIComponent(entry));
      const [, index] = /^\/proof\/(\d+)$/.exec(below) ?? [];
      if (index === undefined) return answers[below]?.(query) ?? notFound;
      const of = toNumber(query, 'size', size);
      if (Number(index) >= of || of > size) return notFound;
      const path6962 = inclusionPath(Number(index), of);
      return ok({
        index: Number(index),
        size: of,
        leafHash: items[Number(index)]?.leafHash,
        hashes: getProof(path6962),
      });
    },
  };
}

/** The roots of the tree at these sizes, in one pass over the leaves. */
function rootsAt(sizes: readonly number[], hashes: readonly Uint8Array[]): ReadonlyMap<number, Uint8Array> {
  const list = createHashList();
  for (const hash of hashes) list.push(hash);
  const rootAt = createRoots(sha256, list);
  return new Map([...new Set(sizes)].toSorted((a, b) => a - b).map((size) => [size, rootAt(size)]));
}

/** The roots of ranges; those of more than a thousand leaves are computed once. */
function createRangeRoots(hashes: readonly Uint8Array[]): (range: LeafRange) => Uint8Array {
  const computed = new Map<string, Uint8Array>();
  const rootOfRange = (range: LeafRange): Uint8Array => {
    const { from, to } = range;
    if (to - from <= 1_000) return computeRoot(sha256, hashes.slice(from, to));
    const root =
      computed.get(`${from}-${to}`) ??
      joinSubtrees(
        sha256,
        splitInHalves(range).map((half) => rootOfRange(half)),
      );
    computed.set(`${from}-${to}`, root);
    return root;
  };
  return rootOfRange;
}

/** Hashes of the whole log, or the texts of leaves that are all open. */
function tileAnswer(path: string, hashes: readonly Buffer[], items: readonly Item[]): Answer {
  const [, level = '', groups = '', part = '256'] = /^([^/]+)\/([x\d/]+)(?:\.p\/(\d+))?$/.exec(path) ?? [];
  const [n, width] = [Number(groups.replaceAll(/[x/]/g, '')), Number(part)];
  if (level !== 'entries') {
    const tile = toTile(hashes, Number(level), n, width);
    return tile ? { status: 200, body: '', bytes: tile } : notFound;
  }
  if (n * 256 + width > items.length) return notFound;
  const leaves = items.slice(n * 256, n * 256 + width).map(({ leaf }) => leaf);
  const open = leaves.indexOf(undefined);
  if (open >= 0) return { status: 404, body: JSON.stringify({ code: 'leaf_not_open', details: { open } }) };
  return { status: 200, body: '', bytes: toBundle(leaves.map((leaf) => canonicalize(leaf) ?? '')) };
}

function toEntry(items: readonly Item[], id: string): Answer {
  const item = /^\d+$/.test(id) ? items[Number(id)] : items.find(({ leaf }) => leaf?.['id'] === id);
  if (!item) return notFound;
  const key = item.leaf?.['id'] ?? item.leaf?.['signal'] ?? item.leaf?.['forecast'] ?? item.leafHash;
  const isOwn = (one: Item): boolean =>
    one === item || [one.leaf?.['id'], one.leaf?.['signal'], one.leaf?.['forecast'], one.leafHash].includes(key);
  return ok({ index: item.index, leaves: items.filter(isOwn), proof: null });
}

/** As an operator computes them from the leaves that are there. */
function getDays(items: readonly Item[]): LeafChecks['days'] {
  const checks = createLeafChecks(
    recordCrypto,
    createFindings(() => undefined),
    0,
  );
  for (const item of items) checks.add(item);
  return checks.days;
}

/** The only market of these logs. */
const feed = 'simulated:1';
const payout = 0.82;

const toFigures = (days: LeafChecks['days']): Partial<ModelFigures>[] => {
  const { signals, shadow } = days.sums().get(feed) ?? emptySums();
  return computeFigures(signals, payout).map((figures) => ({
    ...figures,
    shadow: computeShadowFigures([shadow], figures.aiModel),
    flagged: false,
    flag: null,
    card: null,
    proven: { signals: 0, ofSignals: 0, minutes: 0, ofMinutes: 0 },
    calibration: null,
  }));
};

function toOverall(days: LeafChecks['days']): Omit<RecordOverall, 'size'> {
  const { all, practice } = (days.sums().get(feed) ?? emptySums()).signals;
  return { ...computeCountedFigures(all), practice: computeCountedFigures(practice) };
}

function toEquity(days: LeafChecks['days'], query: URLSearchParams): object {
  const source = query.get('source') === 'shadow' ? 'shadow' : 'signals';
  const key = tallyKeys.find((one) => one === query.get('aiModel')) ?? 'all';
  return equityAnswer(days.equity(feed, source, key, payout), payout);
}

/** Over HTTP, on a free port of this machine. `change`: a server that answers otherwise. */
export async function serveLog(
  log: PublishedLog,
  change: (path: string, answer: Answer) => Answer = (_path, answer) => answer,
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const { status, body, bytes } = change(pathname, log.answer(pathname, searchParams) ?? notFound);
    response.writeHead(status, { 'content-type': 'application/json' }).end(bytes ?? body);
  });
  const port = await listenLocally(server);
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  };
}
