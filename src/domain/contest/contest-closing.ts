import { dayMs, minuteMs } from '../time.ts';
import { type BeaconChain, firstRoundAt } from './beacon-chain.ts';

/** The rules of closing. They are published, so that nothing about it is up to the operator. */
export const closingRules = {
  /** Undecided screenshots delay the closing by this long at most; then they do not count. */
  decideWithinMs: 3 * dayMs,
  /** A draw whose list was closed later than this after the end is invalid. */
  closeWithinMs: 7 * dayMs,
  /** From the closing to the round that decides: long enough to be published and saved. */
  leadMs: 10 * minuteMs,
} as const;

/** What the operator signs when the list is closed. Instants in milliseconds UTC. */
export interface Closing {
  /** Name of the key of the public record. */
  readonly origin: string;
  readonly contest: string;
  readonly endsAt: number;
  readonly closedAt: number;
  /** Number of entries in the list, and of screenshots that nobody decided on. */
  readonly entries: number;
  readonly undecided: number;
  readonly listHash: string;
  /** The public record at that moment. `root`: base64. */
  readonly record: { readonly size: number; readonly root: string };
  /** Hash of the beacon's chain, and the round that will decide. */
  readonly chain: string;
  readonly round: number;
}

/** A closing as a leaf of the public record, whose place says what was recorded before it. */
export interface ClosingLeaf {
  readonly form: 'closing/1';
  readonly contest: string;
  readonly listHash: string;
  readonly entries: number;
  readonly undecided: number;
  readonly endsAt: string;
  readonly closedAt: string;
  readonly chain: string;
  readonly round: number;
}

export const closingLeaf = (closing: Closing): ClosingLeaf => ({
  form: 'closing/1',
  contest: closing.contest,
  listHash: closing.listHash,
  entries: closing.entries,
  undecided: closing.undecided,
  endsAt: new Date(closing.endsAt).toISOString(),
  closedAt: new Date(closing.closedAt).toISOString(),
  chain: closing.chain,
  round: closing.round,
});

/** Whether a leaf of the record is that of this closing, field by field. */
export function isClosingLeaf(leaf: Readonly<Record<string, unknown>>, closing: Closing): boolean {
  const expected = Object.entries(closingLeaf(closing));
  return Object.keys(leaf).length === expected.length && expected.every(([name, value]) => leaf[name] === value);
}

/** The only round that may decide a contest whose list was closed at that instant. */
export const decidingRound = (chain: BeaconChain, closedAt: number): number =>
  firstRoundAt(chain, closedAt + closingRules.leadMs);

/** The first line differs from that of a checkpoint, so that neither can pass for the other. */
export const closingText = (closing: Closing): string =>
  [
    `${closing.origin}/contest`,
    `contest ${closing.contest}`,
    `ends ${new Date(closing.endsAt).toISOString()}`,
    `closed ${new Date(closing.closedAt).toISOString()}`,
    `entries ${closing.entries}`,
    `undecided ${closing.undecided}`,
    `list ${closing.listHash}`,
    `record ${closing.record.size} ${closing.record.root}`,
    `beacon ${closing.chain} ${closing.round}`,
    '',
  ].join('\n');

const form =
  /^(.+)\/contest\ncontest (.+)\nends (.+)\nclosed (.+)\nentries (\d+)\nundecided (\d+)\nlist (.+)\nrecord (\d+) (.+)\nbeacon (.+) (\d+)\n$/;

/** Null: not a text written by `closingText`. */
export function readClosing(text: string): Closing | null {
  const found = form.exec(text);
  if (!found) return null;
  const [, origin = '', contest = '', ends = '', closed = '', entries, undecided, listHash = ''] = found;
  const [size, root = '', chain = '', round] = found.slice(8);
  const [endsAt, closedAt] = [Date.parse(ends), Date.parse(closed)];
  if (Number.isNaN(endsAt) || Number.isNaN(closedAt)) return null;
  const closing: Closing = {
    origin,
    contest,
    endsAt,
    closedAt,
    entries: Number(entries),
    undecided: Number(undecided),
    listHash,
    record: { size: Number(size), root },
    chain,
    round: Number(round),
  };
  return closingText(closing) === text ? closing : null;
}
