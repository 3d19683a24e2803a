import type { ErrorCode } from './error-code.ts';
import { limits } from './limits.ts';

/** What the access rules look at. Money in US dollars, instants in milliseconds. */
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
  /** Until this instant the VIP model needs signal access only; null: no free period. */
  readonly vipFreeUntil: number | null;
}

type AccessRefusal = Extract<
  ErrorCode,
  'email_not_activated' | 'referral_required' | 'balance_too_low' | 'vip_balance_required' | 'self_excluded'
>;

/** The order of refusal is the contract's; null means signal access. */
export function refusalOfSignals(trader: Trader, rules: AccessRules): AccessRefusal | null {
  if (!trader.isActivated) return 'email_not_activated';
  if (trader.referralId === null) return 'referral_required';
  if (trader.isSelfExcluded) return 'self_excluded';
  if (trader.balance === null || trader.balance < rules.minBalance) return 'balance_too_low';
  return null;
}

/** VIP asks for a balance strictly above the threshold, or for nothing more during the free period. */
export function refusalOfVip(trader: Trader, rules: AccessRules, now: number): AccessRefusal | null {
  const refusal = refusalOfSignals(trader, rules);
  if (refusal) return refusal;
  if (rules.vipFreeUntil !== null && now < rules.vipFreeUntil) return null;
  return (trader.balance ?? 0) > rules.vipBalance ? null : 'vip_balance_required';
}

/** A balance older than a day is checked anew by the server before it counts. */
export const isBalanceStale = (trader: Trader, now: number): boolean =>
  trader.balanceCheckedAt === null || now - trader.balanceCheckedAt > limits.balanceMaxAgeMs;
