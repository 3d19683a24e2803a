import { z } from 'zod';
import type { TraderAccount } from '../broker.ts';

/**
 * The answer of `GET /api/user-info/{trader_id}/{partner_id}/{hash}`, as several independent public codebases read it
 * (there is no official page): flat JSON, e.g. {"uid":"7731402","reg_date":"2026-10-02 11:20:05","balance":"124.5",
 * "sum_bonuses":0,"net_turnover":1284,"commission":"21.4","self_excluded":false, …}. Numbers may come as strings,
 * other fields pass. uid and self_excluded decide who gets signals: without them the answer is none.
 */
const UserInfo = z.object({
  uid: z.union([z.string(), z.number().int()]).transform(String),
  self_excluded: z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false']), z.null()])
    .transform((stated) => stated === true || stated === 1 || stated === '1' || stated === 'true'),
  balance: z.unknown().optional(),
  sum_bonuses: z.unknown().optional(),
  net_turnover: z.unknown().optional(),
  commission: z.unknown().optional(),
  reg_date: z.unknown().optional(),
});
type UserInfo = z.infer<typeof UserInfo>;

export type BalanceMode = 'minus_bonuses' | 'raw';

type Reading =
  | { readonly trader: TraderAccount; readonly unknown: readonly string[] }
  /** Why it is no answer, without a value from it: values may be secrets. */
  | { readonly error: string };

export function readTrader(json: unknown, requested: { id: string; mode: BalanceMode; now: number }): Reading {
  const parsed = UserInfo.safeParse(json);
  if (!parsed.success) return { error: parsed.error.issues.map(({ path }) => path.join('.') || 'body').join(', ') };
  const info = parsed.data;
  if (info.uid !== requested.id) return { error: 'uid is that of another trader' };
  const trader: TraderAccount = {
    id: info.uid,
    balance: balanceOf(info, requested.mode),
    isSelfExcluded: info.self_excluded,
    netTurnover: amountOf(info.net_turnover),
    commission: amountOf(info.commission),
    registeredAt: instantOf(info.reg_date),
    answeredAt: requested.now,
  };
  return { trader, unknown: trader.balance === null ? ['balance'] : [] };
}

/** Whether the broker's `balance` holds bonuses is not documented; the operator says which. Bonuses never count. */
function balanceOf(info: UserInfo, mode: BalanceMode): number | null {
  const balance = amountOf(info.balance);
  if (mode === 'raw' || balance === null) return balance;
  const bonuses = amountOf(info.sum_bonuses);
  return bonuses === null ? null : Math.max(0, toCents(balance - bonuses));
}

/** A plain decimal number or nothing: in "1,234.50" the comma could be either sign, and money is not guessed. */
function amountOf(value: unknown): number | null {
  if (typeof value === 'string' && !/^-?\d{1,12}(\.\d{1,8})?$/.test(value.trim())) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const amount = Number(value);
  return Number.isFinite(amount) && Math.abs(amount) < largestAmount ? toCents(amount) : null;
}

/** Above it nothing is an amount of money. */
const largestAmount = 1e12;

const toCents = (amount: number): number => Math.round(amount * 100) / 100;

/** `2026-10-02 11:20:05` or ISO; a zone is not told, UTC is taken. */
function instantOf(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d))?/.exec(value.trim());
  const at = match ? Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
