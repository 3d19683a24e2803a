import { parseNote } from '#record/checkpoint.ts';
import type { BeaconChain } from '#domain/contest/beacon-chain.ts';
import { isSignedRound, computeRandomness, type Sha256Hex } from './beacon-round.ts';
import { type Closing, closingRules, decidingRound, readClosing } from '#domain/contest/contest-closing.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { ProofStatus } from '#domain/contest/contest-status.ts';

/** A screenshot of a trade as the closed list states it. `decidedAt`: null while it is pending. */
export interface ListedScreenshot {
  readonly id: string;
  readonly status: ProofStatus;
  /** ISO 8601 UTC with milliseconds. */
  readonly decidedAt: string | null;
}

/** What a closing fixes: the entries in order of joining, and every decision on a screenshot. */
export interface ClosedList {
  readonly contest: string;
  readonly entries: readonly string[];
  readonly screenshots: readonly ListedScreenshot[];
}

/** The list as hashed: canonical JSON (RFC 8785). */
export const listText = ({ contest, entries, screenshots }: ClosedList): string =>
  JSON.stringify({
    contest,
    entries,
    screenshots: screenshots.map(({ decidedAt, id, status }) => ({ decidedAt, id, status })),
  });

/** A ranked entry of the draw. `number`: the entry's position in the list, from 1. */
export interface DrawnEntry {
  readonly number: number;
  readonly hash: string;
}

/** The number of the draw, which nobody can know before the beacon's round. */
export const drawNumber = (sha256: Sha256Hex, listHash: string, randomness: string): Promise<string> =>
  sha256(`${listHash}:${randomness}`);

/**
 * All entries with their hashes, in ascending order: the first five win, and a forfeited prize
 * passes to the next.
 */
export async function rankEntries(sha256: Sha256Hex, number: string, count: number): Promise<DrawnEntry[]> {
  const entries = await Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      number: index + 1,
      hash: await sha256(`${number}:${index + 1}`),
    })),
  );
  return entries.sort((a, b) => (a.hash < b.hash ? -1 : 1));
}

/** A published draw: its claims and the list they refer to. */
export interface PublishedDraw extends ClosedList {
  /** The closing as a signed note. Its signature is verified by the caller. */
  readonly note: string;
  /** Index of the closing in the public record; null: by an older release. Verified by the caller. */
  readonly leaf: number | null;
  /** The beacon's round, and its signature in hex. */
  readonly round: number;
  readonly signature: string;
  readonly number: string;
  readonly winners: readonly DrawnEntry[];
}

/** Which claims hold after recomputing everything. */
export interface DrawFindings {
  /** The closing is of this contest, and was made within the time that the rules allow. */
  readonly closing: boolean;
  /** The list is the one that was closed. */
  readonly list: boolean;
  /** No screenshot was decided after the closing, and none was left undecided too early. */
  readonly decisions: boolean;
  /** The round follows from the closing. */
  readonly round: boolean;
  /** The beacon signed the round. */
  readonly beacon: boolean;
  readonly number: boolean;
  readonly winners: boolean;
}

export async function verifyDraw(sha256: Sha256Hex, chain: BeaconChain, draw: PublishedDraw): Promise<DrawFindings> {
  const closing = readClosing(parseNote(draw.note)?.text ?? '');
  const randomness = await computeRandomness(sha256, draw.signature);
  const number = randomness === null || !closing ? '' : await drawNumber(sha256, closing.listHash, randomness);
  const first = (await rankEntries(sha256, number, draw.entries.length)).slice(0, contestRules.winners);
  const isSame = (entry: DrawnEntry, place: number): boolean =>
    entry.number === draw.winners[place]?.number && entry.hash === draw.winners[place]?.hash;
  return {
    closing: closing !== null && closing.contest === draw.contest && isInTime(closing),
    list: closing !== null && isCounted(draw, closing) && (await sha256(listText(draw))) === closing.listHash,
    decisions: closing !== null && draw.screenshots.every((one) => isDecidedInTime(one, closing)),
    round: closing !== null && isDerived(chain, closing) && draw.round === closing.round,
    beacon: await isSignedRound(sha256, chain, draw),
    number: number === draw.number,
    winners: first.length === draw.winners.length && first.every(isSame),
  };
}

const isInTime = ({ endsAt, closedAt }: Closing): boolean =>
  closedAt >= endsAt && closedAt <= endsAt + closingRules.closeWithinMs;

const isCounted = ({ entries, screenshots }: PublishedDraw, closing: Closing): boolean =>
  entries.length === closing.entries && countUndecided(screenshots) === closing.undecided;

export const countUndecided = (screenshots: readonly ListedScreenshot[]): number =>
  screenshots.filter(({ status }) => status === 'pending').length;

function isDecidedInTime({ status, decidedAt }: ListedScreenshot, { endsAt, closedAt }: Closing): boolean {
  if (status === 'pending') return decidedAt === null && closedAt >= endsAt + closingRules.decideWithinMs;
  return decidedAt !== null && Date.parse(decidedAt) <= closedAt;
}

const isDerived = (chain: BeaconChain, { chain: stated, closedAt, round }: Closing): boolean =>
  stated === chain.hash && round === decidingRound(chain, closedAt);
