import { recordCrypto } from '#node/notes.ts';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { RecordItem } from '#contract/record/record.ts';
import { edgeLength, growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import type { TreeHead } from '#record/merkle-path.ts';
import { sha256 } from '#node/sha256.ts';
import { UsageError } from '../command/usage-error.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { createLeafChecks } from '#record/verify/check-leaves.ts';
import type { Findings } from '#record/verify/findings.ts';
import { signedHead } from '#record/verify/signed-head.ts';

const Header = z.object({
  format: z.literal('kurs-record-day/1'),
  day: z.iso.date(),
  key: z.string(),
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  edge: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  opening: z.string().nullable(),
  closing: z.string(),
});
type Header = z.infer<typeof Header>;

/** Verifies a single day's file: its leaves lead from its opening checkpoint to its closing one. */
export async function verifyFile(path: string, findings: Findings): Promise<{ key: string; head: TreeHead | null }> {
  const lines = readLines(path)[Symbol.asyncIterator]();
  const header = getHeader((await lines.next()).value, path);
  const { from, key } = header;
  const checks = createLeafChecks(recordCrypto, findings, from);
  let edge = openingEdge(header, findings);
  let size = from;
  for await (const line of { [Symbol.asyncIterator]: () => lines }) {
    const item = RecordItem.parse(JSON.parse(line));
    checks.add(item);
    edge = growTree(sha256, size, edge, [Buffer.from(item.leafHash, 'hex')]).edge;
    size++;
  }
  checks.finish(null);
  const closing = signedHead(recordCrypto, header.closing, key, `the checkpoint that closes ${header.day}`, findings);
  if (closing && size === header.to && isRoot(closing, size, edge))
    findings.holds(`the ${size - from} leaves of ${header.day} lead to the signed root`);
  else findings.fails('root', `the leaves of ${header.day} do not lead to the signed root`);
  return { key, head: closing };
}

function openingEdge({ day, key, from, edge, opening }: Header, findings: Findings): TreeEdge {
  const bytes = edge.map((hash) => Buffer.from(hash, 'hex'));
  if (bytes.length !== edgeLength(from)) throw new UsageError(`${day}: the edge is not that of ${from} leaves.`);
  if (opening === null && from === 0) return bytes;
  const head = signedHead(recordCrypto, opening ?? '', key, `the checkpoint that opens ${day}`, findings);
  if (head && isRoot(head, from, bytes)) findings.holds(`${day} begins where the previous day ended`);
  else findings.fails('root', `${day} does not begin with the signed root`);
  return bytes;
}

const isRoot = (head: TreeHead, size: number, edge: TreeEdge): boolean =>
  head.size === size && Buffer.from(joinSubtrees(sha256, edge)).equals(head.root);

async function* readLines(path: string): AsyncGenerator<string> {
  const raw = createReadStream(path);
  const text = path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.once('error', (error) => text.destroy(error));
  try {
    yield* createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${getErrorMessage(error)}`);
  }
}

function getHeader(line: string | undefined, path: string): Header {
  try {
    return Header.parse(JSON.parse(line ?? ''));
  } catch {
    throw new UsageError(`${path} is no day of a record.`);
  }
}
