import type { ErrorCode } from '../error-code.ts';

/** Input of the access rules. Amounts in US dollars, instants in milliseconds. */
export interface Trader {
  readonly isActivated: boolean;
  readonly referralId: string | null;
  readonly balance: number | null;
  readonly balanceCheckedAt: number | null;
  readonly isSelfExcluded: boolean;
}

export interface AccessRules {
  readonly minBalance: number;
  readonly vipBalance: number;
  /** Until this instant the VIP model requires signal access only; null: no free period. */
  readonly vipFreeUntil: number | null;
  /** For how long a balance that was checked counts. */
  readonly balanceHoldsMs: number;
}

type AccessErrorCode = Extract<
  ErrorCode,
  'email_not_activated' | 'referral_required' | 'balance_too_low' | 'vip_balance_required' | 'self_excluded'
>;

/** Why a user gets no signal from any model; the VIP model adds `vip_balance_required`. */
export const signalAccessErrors = [
  'email_not_activated',
  'referral_required',
  'balance_too_low',
  'self_excluded',
  'trader_not_found',
  'broker_unavailable',
] as const satisfies readonly ErrorCode[];

/**
 * The next step available to the user. check_balance: the balance is unknown, or too old to count.
 */
export type NextStep = 'sign_in' | 'activate' | 'enter_id' | 'self_excluded' | 'check_balance' | 'top_up' | 'trade';

interface Rung {
  readonly step: NextStep;
  /** The error the server returns when a user at this step requests a signal. */
  readonly rejection: AccessErrorCode;
  readonly holds: (trader: Trader, rules: AccessRules) => boolean;
}

/** In the order of the contract's errors: the first rule that matches decides the step. */
const rungs: readonly Rung[] = [
  { step: 'activate', rejection: 'email_not_activated', holds: (trader) => !trader.isActivated },
  { step: 'enter_id', rejection: 'referral_required', holds: (trader) => trader.referralId === null },
  { step: 'self_excluded', rejection: 'self_excluded', holds: (trader) => trader.isSelfExcluded },
  { step: 'check_balance', rejection: 'balance_too_low', holds: (trader) => trader.balance === null },
  { step: 'top_up', rejection: 'balance_too_low', holds: (trader, rules) => !isBalanceEnough(trader.balance, rules) },
];

const findRung = (trader: Trader, rules: AccessRules): Rung | undefined =>
  rungs.find(({ holds }) => holds(trader, rules));

/** Shared by server and browser; a null person is a visitor who is not signed in. */
export function nextStep(person: Trader | null, rules: AccessRules, now: number): NextStep {
  if (!person) return 'sign_in';
  const step = findRung(person, rules)?.step ?? 'trade';
  const restsOnBalance = step === 'trade' || step === 'top_up';
  return restsOnBalance && isBalanceStale(person, rules, now) ? 'check_balance' : step;
}

/** Errors in the order of the contract; null means signal access. */
export const signalAccessError = (trader: Trader, rules: AccessRules): AccessErrorCode | null =>
  findRung(trader, rules)?.rejection ?? null;

/**
 * VIP requires a balance strictly above the threshold, or only signal access during the free
 * period.
 */
export const vipAccessError = (trader: Trader, rules: AccessRules, now: number): AccessErrorCode | null =>
  signalAccessError(trader, rules) ?? (isVipBalance(trader.balance, rules, now) ? null : 'vip_balance_required');

export const isVipBalance = (balance: number | null, rules: AccessRules, now: number): boolean =>
  (rules.vipFreeUntil !== null && now < rules.vipFreeUntil) || (balance !== null && balance > rules.vipBalance);

export const isBalanceEnough = (balance: number | null, rules: AccessRules): boolean =>
  balance !== null && balance >= rules.minBalance;

/** The server refreshes such a balance before it counts. */
export const isBalanceStale = (trader: Trader, { balanceHoldsMs }: AccessRules, now: number): boolean =>
  trader.balanceCheckedAt === null || now - trader.balanceCheckedAt > balanceHoldsMs;
