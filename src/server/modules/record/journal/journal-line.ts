import { z } from 'zod';
import { chainLink, leafHash } from '#record/hash.ts';
import { recordLeaves } from '#server/database/schema.ts';
import { sha256 } from '#node/sha256.ts';
import type { LeafRow } from '../append/record.repository.ts';

const Line = z.object({
  index: z.number().int().nonnegative(),
  kind: z.enum(recordLeaves.kind.enumValues),
  at: z.iso.datetime({ precision: 3 }),
  signalId: z.uuid(),
  leaf: z.string(),
  /** The link of the chain at this leaf, which covers all leaves up to here. */
  chain: z.string().length(64),
});

export const writeLine = ({ index, kind, at, signalId, leaf, chainHash }: LeafRow): string =>
  `${JSON.stringify({ index, kind, at: at.toISOString(), signalId, leaf, chain: chainHash.toString('hex') })}\n`;

/** Null: not a line of a journal, or not the one that follows `link`. */
export function parseLine(text: string, link: Uint8Array): LeafRow | null {
  const line = parseJsonLine(Line, text);
  if (!line) return null;
  const { chain, at, ...row } = line;
  const hash = leafHash(sha256, row.leaf);
  const chainHash = Buffer.from(chainLink(sha256, link, hash));
  return chainHash.toString('hex') === chain
    ? { ...row, at: new Date(at), leafHash: Buffer.from(hash), chainHash }
    : null;
}

/** Index and link as the line states them; null: not a line of a journal. */
export const parsePlace = (text: string): Pick<z.infer<typeof Line>, 'index' | 'chain'> | null =>
  parseJsonLine(Line, text);

/** A line of any journal; null: not JSON of this shape. */
export function parseJsonLine<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
