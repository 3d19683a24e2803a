import { dayMs } from '#domain/time.ts';

const lapsesAfterMs = 365 * dayMs;

/**
 * How a broker ID was shown to be the user's: `registration`: the broker reported that the account
 * was opened through this user's own link; `sandbox`: play money, which needs no proof.
 */
export const ownershipProofs = ['registration', 'sandbox'] as const;
export type OwnershipProof = (typeof ownershipProofs)[number];

/** Amounts of an account at a real broker are shown to its proven owner only. */
export const shownBalance = (user: { balance: number | null; referralProof: OwnershipProof | null }): number | null =>
  user.referralProof === null ? null : user.balance;

/** Length of an administrator's reason for releasing a broker ID, in characters. */
export const releaseReasonLength = { min: 20, max: 500 } as const;

/** Instants in milliseconds UTC. */
interface HeldTrader {
  readonly proof: OwnershipProof | null;
  readonly confirmedAt: number;
  /** Issue time of the holder's newest signal; null: none. */
  readonly lastSignalAt: number | null;
}

/**
 * Why a holder loses a broker ID to another user who claims it: without a proof to the account's owner, and
 * a year after it was confirmed and the last signal was issued to anyone. Null: the holder keeps it.
 */
export function findLoss(held: HeldTrader, isOwner: boolean, now: number): 'reclaimed' | 'lapsed' | null {
  const { proof, confirmedAt, lastSignalAt } = held;
  if (isOwner && proof !== 'registration') return 'reclaimed';
  return now - Math.max(confirmedAt, lastSignalAt ?? confirmedAt) > lapsesAfterMs ? 'lapsed' : null;
}

/**
 * State of a check at the broker. A claim ends as confirmed, not_found or taken; a balance check as
 * verified or below_minimum, which continues for an hour in case the user is topping up. given_up:
 * the broker never responded, or another check took its place. not_found with a reason: an administrator
 * refused the claim.
 */
export const traderCheckStates = [
  'checking',
  'confirmed',
  'not_found',
  'taken',
  'verified',
  'below_minimum',
  'given_up',
] as const;

/**
 * Normalises a pasted trader id (`ID: 7 731 402`, full-width or other scripts' digits) to the ASCII
 * digits that the broker uses. Non-digits are dropped.
 */
export const cleanTraderId = (pasted: string): string =>
  Array.from(pasted.normalize('NFKC'), (sign) => (isDigit(sign) ? toAscii(sign) : '')).join('');

const isDigit = (sign: string): boolean => /^\p{Nd}$/u.test(sign);

/** Unicode encodes the ten digits of a script consecutively, starting at zero. */
function toAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
