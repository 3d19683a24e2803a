import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import { randomnessOf } from '#domain/contest/beacon-round.ts';
import { type Closing, closingText } from '#domain/contest/contest-closing.ts';
import {
  type ClosedList,
  drawNumber,
  listText,
  type PublishedDraw,
  rankEntries,
  undecidedOf,
} from '#domain/contest/contest-draw.ts';
import { checkpointText } from '#domain/record/checkpoint.ts';
import { consistencyPath, inclusionPath, type LeafRange } from '#domain/record/merkle-path.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { leafHash } from '#engine/record/hash.ts';
import { rootOf } from '#engine/record/merkle-tree.ts';
import { publicBytesOf, signNote, vkeyOf } from '#server/modules/record/signed-note.ts';
import { sha256 } from '#server/sha256.ts';
import { sha256Hex } from '#server/sha256-hex.ts';

/** Rounds as quicknet published them; round 1000 at 15:59:24 UTC. */
export const publishedRounds: Readonly<Record<number, string>> = {
  1000: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  1001: 'b33bf3667cbd5a82de3a24b4e0e9fe5513cc1a0e840368c6e31f5fcfa79bea03f73896b25883abf2853d10337fb8fa41',
};

export const closedAt = Date.parse('2023-08-23T15:49:24.000Z');
const name = 'kurs.example/record';
const contest = '2023-07-14';
const idOf = (n: number): string => `5b0d3a52-6a55-4b39-8d5f-${String(n).padStart(12, '0')}`;

/** A record with one leaf each minute, from 15:40 to 16:10. */
const leaves = Array.from({ length: 31 }, (_, n) => ({
  feed: 'simulated',
  issuedAt: new Date(Date.parse('2023-08-23T15:40:00.000Z') + n * minuteMs).toISOString(),
  nonce: String(n).padStart(32, '0'),
}));
const hashes = leaves.map((leaf) => leafHash(sha256, JSON.stringify(leaf)));
const subtreeOf = ({ from, to }: LeafRange): Buffer => Buffer.from(rootOf(sha256, hashes.slice(from, to)));

/** The state of the record with so many leaves. It has ten when the list is closed. */
export const recordOf = (size: number): Closing['record'] => ({
  size,
  root: subtreeOf({ from: 0, to: size }).toString('base64'),
});

/** What an operator may choose: anything that they can sign or publish. */
export interface DrawChoices {
  readonly list?: Partial<ClosedList>;
  readonly closing?: Partial<Closing>;
  /** The round that is used, and its signature. */
  readonly round?: number;
  readonly signature?: string;
  readonly key?: KeyObject;
  /** Changes what is published, after everything else. */
  readonly published?: Partial<PublishedDraw>;
}

const { privateKey } = generateKeyPairSync('ed25519');
export const vkey = vkeyOf({ name, publicKey: publicBytesOf(privateKey) });

/** A draw of eight entries, consistent in itself; without choices an honest one. */
export async function aPublishedDraw(choices: DrawChoices = {}): Promise<PublishedDraw> {
  const entries = Array.from({ length: 8 }, (_, n) => idOf(n + 1));
  const decided = { id: idOf(100), status: 'approved', decidedAt: '2023-08-23T15:48:00.000Z' } as const;
  const list: ClosedList = { contest, entries, screenshots: [decided], ...choices.list };
  const listHash = await sha256Hex(listText(list));
  const closing: Closing = {
    origin: name,
    contest,
    endsAt: closedAt - dayMs,
    closedAt,
    entries: list.entries.length,
    undecided: undecidedOf(list.screenshots),
    listHash,
    record: recordOf(10),
    chain: quicknet.hash,
    round: 1_000,
    ...choices.closing,
  };
  const round = choices.round ?? closing.round;
  const signature = choices.signature ?? publishedRounds[round] ?? '';
  const number = await drawNumber(sha256Hex, listHash, (await randomnessOf(sha256Hex, signature)) ?? '');
  const winners = (await rankEntries(sha256Hex, number, list.entries.length)).slice(0, 5);
  const note = signNote(closingText(closing), name, choices.key ?? privateKey);
  return { ...list, note, round, signature, number, winners, ...choices.published };
}

export interface DrawSite {
  /** Runs `npm run verify-draw` on the draw; null: there is none. */
  verify(draw: PublishedDraw | null, ...args: string[]): Promise<{ code: number | null; output: string }>;
  close(): Promise<unknown>;
}

/** A server that publishes a draw beside its record. */
export async function startDrawSite(): Promise<DrawSite> {
  let draw: PublishedDraw | null = null;
  const size = leaves.length;
  const checkpoint = signNote(checkpointText({ origin: name, ...recordOf(size) }), name, privateKey);
  const hashOf = (index: number): string => Buffer.from(hashes[index] ?? []).toString('hex');
  const proofOf = (ranges: readonly LeafRange[]): string[] => ranges.map((range) => subtreeOf(range).toString('hex'));

  const answerTo = (path: string, query: URLSearchParams): unknown => {
    const from = Number(query.get('from'));
    if (path === '/api/user/contest/draw') return draw;
    if (path === '/api/record/keys') return [{ vkey, fromSize: 0, handover: null }];
    if (path === '/api/record') {
      const page = leaves.slice(from, from + Number(query.get('limit')));
      const place = (n: number) => ({ index: from + n, leafHash: hashOf(from + n) });
      return { size, items: page.map((leaf, n) => ({ ...place(n), kind: 'forecast', at: leaf.issuedAt, leaf })) };
    }
    if (path === '/api/record/consistency') return { from, to: size, hashes: proofOf(consistencyPath(from, size)) };
    const index = Number(path.split('/').at(-1));
    return { index, size, leafHash: hashOf(index), hashes: proofOf(inclusionPath(index, size)) };
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/api/record/checkpoint') return response.end(checkpoint);
    const answer = answerTo(pathname, searchParams);
    return answer === null ? response.writeHead(404).end() : response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script = fileURLToPath(new URL('../../scripts/verify-draw.ts', import.meta.url));

  return {
    verify: (published, ...args) => {
      draw = published;
      const { npm_lifecycle_event: _task, ...env } = process.env;
      const child = spawn(process.execPath, [script, address, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
