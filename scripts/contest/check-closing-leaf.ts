import { sha256 } from '#node/sha256.ts';
import { recordCrypto } from '#node/notes.ts';
import { timeOfRound, quicknet } from '#domain/contest/beacon-chain.ts';
import { type Closing, isClosingLeaf } from '#domain/contest/contest-closing.ts';
import { maxDuration } from '#domain/market/duration.ts';
import { isReplay } from '#domain/market/replay-feed.ts';
import { completenessRules } from '#record/completeness.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { computeHash, type Item } from '#record/verify/check-leaves.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { RecordAddress } from '../record/record-address.ts';
import { signedHead } from '#record/verify/signed-head.ts';
import { createRoots, type HashList } from '#record/verify/hash-list.ts';
import { readLeaves, verifyRoot } from '../record/verify-address.ts';
import { getProvenAt, readSeen, type TrustedWitnesses } from '../record/verify-witnesses.ts';

export interface ClosingDemands {
  readonly key: string;
  /** Null: the time of the leaf is the operator's word, as far as the leaves beside it allow. */
  readonly witnesses: TrustedWitnesses | null;
  /** Milliseconds UTC. */
  readonly now: number;
}

/**
 * Whether this closing is the first one of its contest on the record, appended at its time and
 * before the round that decides. Reads the whole record: a closing may be anywhere.
 */
export async function checkClosingLeaf(
  closing: Closing,
  record: RecordAddress,
  { key, witnesses, now }: ClosingDemands,
  findings: Findings,
): Promise<void> {
  const head = signedHead(recordCrypto, await record.checkpoint(), key, 'the checkpoint', findings);
  if (!head) return;
  const items: Item[] = [];
  const hashes = await readLeaves(record, head.size, (item) => items.push(item));
  const wrong = items.find(({ leaf, leafHash }) => leaf && computeHash(sha256, leaf) !== leafHash);
  if (wrong) findings.fails('hash', `leaf ${wrong.index} does not match its hash`);
  verifyRoot(hashes, head, findings);
  verifyState(closing, hashes, findings);
  const own = firstClosing(closing, items, findings);
  if (!own) return;
  verifyOpen(own, items, now, findings);
  verifyTimes(closing, own, items, findings);
  if (!witnesses) return findings.notes('without --witness, nobody but the operator attests the time of the closing');
  const seen = await readSeen(record, witnesses, { hashes, key }, findings);
  const at = getProvenAt(seen, witnesses.quorum, (all) => all.find(({ size }) => size > own.index));
  if (at !== null && at < timeOfRound(quicknet, closing.round))
    findings.holds(`${witnesses.quorum} of these witnesses saw it at ${iso(at)}, before the round`);
  else
    findings.fails('late', `no ${witnesses.quorum} of these witnesses saw the closing on the record before the round`);
}

/** The state of the record that the closing names. */
function verifyState({ record: { size, root } }: Closing, hashes: HashList, findings: Findings): void {
  const found = createRoots(sha256, hashes)(size);
  if (size <= hashes.length() && Buffer.from(found).toString('base64') === root)
    findings.holds(`the record begins with the ${size} leaves that the closing names`);
  else findings.fails('state', `the record does not begin with the ${size} leaves that the closing names`);
}

/** Null: it is not this one, or there is none. */
function firstClosing(closing: Closing, items: readonly Item[], findings: Findings): Item | null {
  const { contest } = closing;
  const [first, second] = items.filter(({ leaf }) => leaf?.['form'] === 'closing/1' && leaf['contest'] === contest);
  if (second) findings.fails('second', `leaf ${second.index} closes the list of this contest a second time`);
  if (!first?.leaf) {
    findings.fails('missing', 'the record has no closing of this contest');
    return null;
  }
  if (!isClosingLeaf(first.leaf, closing)) {
    findings.fails('other', `the first closing of this contest on the record, leaf ${first.index}, is another one`);
    return null;
  }
  findings.holds(`the closing is leaf ${first.index} of the record, the first one of this contest`);
  return first;
}

/** A leaf that is never opened may be an earlier closing. */
function verifyOpen({ index }: Item, items: readonly Item[], now: number, findings: Findings): void {
  const hidden = items.slice(0, index).find(({ leaf }) => !leaf);
  if (!hidden) return;
  const sentence = `leaf ${hidden.index} is not open, and may be an earlier closing of this contest`;
  if (now > latestExpiry(Date.parse(hidden.at), maxDuration) + completenessRules.decidedWithinMs)
    findings.fails('unopened', sentence);
  else findings.skips(`${sentence}: repeat the check in twenty minutes`);
}

function verifyTimes({ closedAt }: Closing, { index }: Item, items: readonly Item[], findings: Findings): void {
  const timed = items.flatMap((item) => {
    const at = getTime(item);
    return at === null ? [] : [{ index: item.index, at }];
  });
  const isLate = timed.some((one) => one.index < index && one.at > closedAt + completenessRules.closingToleranceMs);
  const isEarly = timed.some((one) => one.index > index && one.at < closedAt - completenessRules.closingToleranceMs);
  if (isLate) findings.fails('time', 'the closing follows leaves of the record that were issued after it');
  if (isEarly) findings.fails('time', 'the closing precedes leaves of the record that were issued before it');
  if (timed.length === 0) findings.notes('no leaf of the record states a time');
  else if (!isLate && !isEarly) findings.holds('its time fits the leaves of the record before and after it');
}

/** Null: a leaf without a time of issue, or of a replay. */
function getTime({ leaf }: Item): number | null {
  const isLive = typeof leaf?.['feed'] === 'string' && !isReplay(leaf['feed']);
  return isLive && typeof leaf['issuedAt'] === 'string' ? Date.parse(leaf['issuedAt']) : null;
}

const iso = (at: number): string => new Date(at).toISOString();
