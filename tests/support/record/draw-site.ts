import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import { computeRandomness } from '#record/beacon-round.ts';
import { type Closing, type ClosingLeaf, closingLeaf, closingText } from '#domain/contest/contest-closing.ts';
import {
  type ClosedList,
  drawNumber,
  listText,
  type PublishedDraw,
  rankEntries,
  countUndecided,
} from '#record/contest-draw.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { Leaf } from '#record/leaf.ts';
import { createFindings } from '#record/verify/findings.ts';
import { verifyPublishedDraw } from '#scripts/contest/verify-published-draw.ts';
import { trustedWitnesses } from '#scripts/record/verify-witnesses.ts';
import { computeRoot } from '#record/merkle-tree.ts';
import { signNote, toPublicBytes, toVkey } from '#node/notes.ts';
import { sha256, sha256Hex } from '#node/sha256.ts';
import { type PublishedLog, publishLog } from './published-log.ts';
import { computeHash, type LogEntry } from './simulated-log.ts';
import { closeServer, listenLocally } from '../network/local-server.ts';

/** Rounds as quicknet published them; round 1000 at 15:59:24 UTC. */
export const publishedRounds: Readonly<Record<number, string>> = {
  1000: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  1001: 'b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41',
};

export const closedAt = Date.parse('2023-08-23T15:49:24.000Z');
const name = 'kurs.example/record';
const contest = '2023-07-14';
const getId = (n: number): string => `5b0d3a52-6a55-4b39-8d5f-${String(n).padStart(12, '0')}`;

/** A record with a leaf each minute, from 15:40 to 16:10. */
const minutes = Array.from({ length: 31 }, (_, seq): LogEntry => {
  const at = Date.parse('2023-08-23T15:40:00.000Z') + seq * minuteMs;
  const issuedAt = new Date(at).toISOString();
  const stated = { form: 'minute/1', feed: 'simulated', inTurn: 'EURUSD', forecasts: [] } as const;
  const leaf = { ...stated, issuedAt, seq, nonce: String(seq).padStart(32, '0') };
  return { kind: 'forecast', at, leaf, opensAt: at };
});
/** How many of them the record has when the list is closed. */
export const minutesBefore = 10;

/** The state of the record with so many leaves, before the closing. */
export const getRecord = (size: number): Closing['record'] => {
  const hashes = minutes.slice(0, size).map(({ leaf }) => Buffer.from(computeHash(leaf), 'hex'));
  return { size, root: Buffer.from(computeRoot(sha256, hashes)).toString('base64') };
};

/** The record as it is read: the minutes, with other leaves before the one of each number. */
export const recordWith = (...others: readonly (readonly [place: number, leaf: Leaf, isOpen?: false])[]): LogEntry[] =>
  minutes.flatMap((minute, n) => [
    ...others
      .filter(([place]) => place === n)
      .map(([, leaf, isOpen = true]): LogEntry => {
        const kind = 'listHash' in leaf ? 'closing' : 'forecast';
        return { kind, at: minute.at, leaf, opensAt: isOpen ? minute.at : Number.POSITIVE_INFINITY };
      }),
    minute,
  ]);

/** What an operator may choose: anything that they can sign or publish. */
export interface DrawChoices {
  readonly list?: Partial<ClosedList>;
  readonly closing?: Partial<Closing>;
  /** The round that is used, and its signature. */
  readonly round?: number;
  readonly signature?: string;
  readonly key?: KeyObject;
  /** Before which minute the closing is appended to the record. */
  readonly place?: number;
  /** The record, if the closing is not in it as usual. */
  readonly record?: (own: ClosingLeaf) => LogEntry[];
  /** Changes what is published, after everything else. */
  readonly published?: Partial<PublishedDraw>;
}

const { privateKey } = generateKeyPairSync('ed25519');
export const vkey = toVkey({ name, publicKey: toPublicBytes(privateKey) });

export interface DrawnRecord {
  readonly draw: PublishedDraw;
  readonly record: readonly LogEntry[];
}

/** A draw of eight entries, consistent in itself; without choices an honest one. */
export async function aPublishedDraw(choices: DrawChoices = {}): Promise<DrawnRecord> {
  const entries = Array.from({ length: 8 }, (_, n) => getId(n + 1));
  const decided = { id: getId(100), status: 'approved', decidedAt: '2023-08-23T15:48:00.000Z' } as const;
  const list: ClosedList = { contest, entries, screenshots: [decided], ...choices.list };
  const listHash = await sha256Hex(listText(list));
  const closing: Closing = {
    origin: name,
    contest,
    endsAt: closedAt - dayMs,
    closedAt,
    entries: list.entries.length,
    undecided: countUndecided(list.screenshots),
    listHash,
    record: getRecord(choices.place ?? minutesBefore),
    chain: quicknet.hash,
    round: 1_000,
    ...choices.closing,
  };
  const round = choices.round ?? closing.round;
  const signature = choices.signature ?? publishedRounds[round] ?? '';
  const number = await drawNumber(sha256Hex, listHash, (await computeRandomness(sha256Hex, signature)) ?? '');
  const winners = (await rankEntries(sha256Hex, number, list.entries.length)).slice(0, 5);
  const note = signNote(closingText(closing), name, choices.key ?? privateKey);
  const own = closingLeaf(closing);
  const record = choices.record?.(own) ?? recordWith([choices.place ?? minutesBefore, own]);
  const place = record.findIndex((entry) => entry.leaf === own);
  const leaf = place < 0 ? minutesBefore : place;
  return { draw: { ...list, note, leaf, round, signature, number, winners, ...choices.published }, record };
}

/** The record as served a day after the closing. */
export const publishDrawn = (record: DrawnRecord['record'], seen?: Parameters<typeof publishLog>[2]): PublishedLog =>
  publishLog(record, closedAt + dayMs, seen, privateKey);

export interface DrawSite {
  /** Runs `npm run verify-draw` on the draw and its record; null: there is none. */
  verify(drawn: DrawnRecord | null, ...args: string[]): Promise<{ code: number | null; output: string }>;
  /** What it finds wrong, in this process. `seen`: what the witness of the record cosigned, if one is trusted. */
  findFailures(drawn: DrawnRecord, seen?: Parameters<typeof publishLog>[2]): Promise<string[]>;
  close(): Promise<unknown>;
}

/** A server that publishes a draw beside its record. */
export async function startDrawSite(): Promise<DrawSite> {
  let draw: PublishedDraw | null = null;
  let log = publishDrawn([]);

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const own = pathname === '/api/user/contest/draw' && draw ? { status: 200, body: JSON.stringify(draw) } : null;
    const { status, body } = own ?? log.answer(pathname, searchParams) ?? { status: 404, body: '{}' };
    response.writeHead(status).end(body);
  });
  const address = `http://127.0.0.1:${await listenLocally(server)}`;
  const script = fileURLToPath(new URL('../../../scripts/verify-draw.ts', import.meta.url));

  const run: DrawSite['verify'] = (drawn, ...args) => {
    draw = drawn?.draw ?? null;
    const { npm_lifecycle_event: _task, ...env } = process.env;
    const child = spawn(process.execPath, [script, address, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
  };

  return {
    verify: (drawn, ...args) => {
      log = publishDrawn(drawn?.record ?? []);
      return run(drawn, ...args);
    },
    findFailures: async (drawn, seen) => {
      draw = drawn.draw;
      log = publishDrawn(drawn.record, seen);
      const lines: string[] = [];
      const findings = createFindings((line) => lines.push(line));
      const witnesses = trustedWitnesses(seen ? [log.witness] : [], undefined);
      await verifyPublishedDraw(address, { witnesses, saved: {} }, findings);
      const failures = lines.flatMap((line) => /^FAILS {2}(.+)$/.exec(line)?.[1] ?? []);
      if (findings.failures() !== failures.length)
        throw new Error(`not every failure is printed:\n${lines.join('\n')}`);
      return failures;
    },
    close: () => closeServer(server),
  };
}
