import { type ProvenLeaf, RecordCoverage, RecordEntries, RecordEntry, RecordStart } from '#contract/record/record.ts';
import { minuteMs } from '#domain/time.ts';
import { parseLeaf } from '#record/leaf.ts';
import { parseLevel, parseTilePath, type Tile } from '#record/tile.ts';
import { createHonestLeaves } from '../record/honest-record.ts';
import { publishRecord, vkey } from '../record/published-record.ts';
import { type Answers, type FakeAnswer, ok, serve, type Server } from '#tests/support/network/serve.ts';
import { noon, rejection } from './fake-api.ts';
import { getFigures } from './fake-figures.ts';

/** An honest record of the last hours in memory: everything that a page verifies must match, until a test forges it. */
export interface FakeRecord {
  readonly vkey: string;
  readonly size: () => number;
  /** The newest signed note, or an older one of so many leaves. */
  note(size?: number): string;
  /** The newest leaf of this kind that is open; `ago`: so many before it. */
  find(kind: string, ago?: number): number;
  /** Shows another text of an open leaf from now on, and signs what it signed. */
  forge(index: number, change: Readonly<Record<string, unknown>>): void;
  /** Signs another and longer history from now on. */
  rewrite(): void;
  /** What its server answers. */
  readonly answers: Answers<unknown>;
}

interface Options {
  /** How long the record is. */
  readonly minutes?: number;
  /** Of replayed prices none is kept. */
  readonly state?: RecordStart['state'];
}

export function fakeRecord({ minutes = 180, state = 'kept' }: Options = {}): FakeRecord {
  const publish = (signals: number) =>
    publishRecord(minutes === 0 ? [] : createHonestLeaves({ from: noon - minutes * minuteMs, minutes, signals }), {
      now: noon,
    });
  let published = publish(1);
  const leaves = () => published.shown.map((text) => (text === null ? null : parseLeaf(text)));
  const proven = (isOwn: (leaf: ReturnType<typeof leaves>[number], index: number) => boolean): ProvenLeaf[] =>
    leaves().flatMap((leaf, index) => (isOwn(leaf, index) ? published.prove(index) : []));

  /** The leaf, those that it names and those that name it. */
  const findEntry = (index: number): FakeAnswer<RecordEntry> => {
    const own = leaves()[index];
    if (index >= published.shown.length) return rejection('not_found', '');
    const of = own && 'of' in own ? own.of : index;
    const statement = own?.kind === 'outcome' || own?.kind === 'void' ? of : index;
    const named = new Set([index, of, ...(own?.kind === 'minute' ? own.versions : [])]);
    const isNaming = (leaf: ReturnType<typeof leaves>[number]): boolean =>
      (leaf?.kind === 'outcome' || leaf?.kind === 'void') && leaf.of === statement;
    const related = proven((leaf, i) => named.has(i) || isNaming(leaf));
    return ok(RecordEntry.parse({ checkpoint: published.note, index, leaves: related }));
  };
  const listEntries = (query: URLSearchParams): RecordEntries => {
    const before = Number(query.get('before') ?? Number.MAX_SAFE_INTEGER);
    const all = proven((leaf, i) => leaf?.kind === 'signal' && i < before).toReversed();
    const items = all.slice(0, Number(query.get('limit') ?? 20)).map((signal) => {
      const naming = (kind: string): ProvenLeaf | null =>
        proven((leaf) => leaf?.kind === kind && 'of' in leaf && leaf.of === signal.index)[0] ?? null;
      return { signal, outcome: naming('outcome'), voided: naming('void') };
    });
    const older = all.length > items.length ? (items.at(-1)?.signal.index ?? null) : null;
    return RecordEntries.parse({ checkpoint: published.note, items, older });
  };

  return {
    vkey,
    size: () => published.shown.length,
    note: (size) => (size === undefined ? published.note : published.signAt(size)),
    find: (kind, ago = 0) =>
      leaves()
        .flatMap((leaf, index) => (leaf?.kind === kind ? index : []))
        .at(-1 - ago) ?? -1,
    forge: (index, change) => {
      published.shown[index] = JSON.stringify({ ...JSON.parse(published.shown[index] ?? '{}'), ...change });
    },
    rewrite: () => {
      published = publish(2);
    },
    answers: {
      'GET /api/record': async () =>
        ok(RecordStart.parse({ ...(await published.source.start()), state, witnesses: { count: 3, quorum: 2 } })),
      'GET /api/record/checkpoint': () => ok(published.note),
      'GET /api/record/checkpoints': async (_state, { query }) =>
        ok(await published.source.checkpoints(Number(query.get('from')))),
      'GET /api/record/entries': (_state, { query }) => ok(listEntries(query)),
      'GET /api/record/entry/:index': (_state, { params }) => findEntry(Number(params.index)),
      'GET /api/record/figures': (_state, { query }) =>
        ok(getFigures(published.shown.length, Number(query.get('days')) || null)),
      'GET /api/record/coverage': () => ok(getCoverage(published.shown.length)),
      'GET /api/record/tile/entries/*': (_state, { params: { 0: place = '' } }) =>
        toBytes(place, ({ n, width }) => published.source.bundle(n, width)),
      'GET /api/record/tile/:level/*': (_state, { params: { level = '', 0: place = '' } }) =>
        toBytes(place, (tile) => published.source.tile({ level: parseLevel(level) ?? 0, ...tile })),
    },
  };
}

async function toBytes(
  text: string,
  read: (place: Omit<Tile, 'level'>) => Promise<Uint8Array>,
): Promise<FakeAnswer<Uint8Array> | null> {
  const place = parseTilePath(text);
  if (typeof place !== 'object') return null;
  return { status: 200, body: await read(place), headers: { 'content-type': 'application/octet-stream' } };
}

/** Serves this record; other calls fall through to the earlier handler. */
export const serveRecord = (server: Server, record: FakeRecord): Promise<void> => serve(server, null, record.answers);

const getCoverage = (size: number) =>
  RecordCoverage.parse({
    size,
    days:
      size === 0
        ? []
        : [17, 18].toReversed().map((day) => ({
            day: `2026-11-${day}`,
            open: 1_440,
            covered: 1_434,
            without: 12,
            decided: 40_320,
            noPrice: 21,
            signals: 190,
            voided: 1,
          })),
  });
