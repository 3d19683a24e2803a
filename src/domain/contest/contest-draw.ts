import { contestRules } from './contest-rules.ts';

/**
 * SHA-256 of a text (UTF-8) as lower-case hex. Injected: node:crypto on the server, WebCrypto in a
 * browser.
 */
export type HashText = (text: string) => Promise<string>;

/** All inputs of a draw. Every value except the list is lower-case hex. */
export interface DrawInput {
  /** Secret until the draw; its hash was published before the contest started. */
  readonly seed: string;
  /** Hash of the list of entries. */
  readonly listHash: string;
  /** Output of an announced beacon after the list was closed; null: the draw uses none. */
  readonly randomness: string | null;
}

/** A ranked entry of the draw. `number`: the entry's position in the list, from 1. */
export interface DrawnEntry {
  readonly number: number;
  readonly hash: string;
}

/** Commitment to the seed, published before the contest: its hash. */
export const commitmentOf = (hash: HashText, seed: string): Promise<string> => hash(seed);

/** The list as hashed: canonical JSON (RFC 8785), entries in order of joining. */
export const listText = (contest: string, entries: readonly string[]): string => JSON.stringify({ contest, entries });

/** The number of the draw, unpredictable while the list can still change. */
export const drawNumber = (hash: HashText, { seed, listHash, randomness }: DrawInput): Promise<string> =>
  hash(randomness === null ? `${seed}:${listHash}` : `${seed}:${listHash}:${randomness}`);

/**
 * All entries with their hashes, in ascending order: the first five win, and a forfeited prize
 * passes to the next.
 */
export async function rankEntries(hash: HashText, number: string, count: number): Promise<DrawnEntry[]> {
  const entries = await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      number: index + 1,
      hash: await hash(`${number}:${index + 1}`),
    })),
  );
  return entries.sort((a, b) => (a.hash < b.hash ? -1 : 1));
}

/** A published draw: its claims and the entries they refer to. */
export interface PublishedDraw extends DrawInput {
  readonly contest: string;
  readonly commitment: string;
  readonly entries: readonly string[];
  readonly number: string;
  readonly winners: readonly DrawnEntry[];
}

/** Which of the four claims hold after recomputing everything. */
export interface DrawFindings {
  readonly seed: boolean;
  readonly list: boolean;
  readonly number: boolean;
  readonly winners: boolean;
}

export async function verifyDraw(hash: HashText, draw: PublishedDraw): Promise<DrawFindings> {
  const number = await drawNumber(hash, draw);
  const first = (await rankEntries(hash, number, draw.entries.length)).slice(0, contestRules.winners);
  const isSame = (entry: DrawnEntry, place: number): boolean =>
    entry.number === draw.winners[place]?.number && entry.hash === draw.winners[place]?.hash;
  return {
    seed: (await commitmentOf(hash, draw.seed)) === draw.commitment,
    list: (await hash(listText(draw.contest, draw.entries))) === draw.listHash,
    number: number === draw.number,
    winners: first.length === draw.winners.length && first.every(isSame),
  };
}
