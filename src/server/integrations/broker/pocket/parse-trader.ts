import { z } from 'zod';
import type { TraderAccount } from '../broker.ts';

/**
 * The answer of `GET /api/user-info/{trader_id}/{partner_id}/{hash}`, as several independent public
 * codebases read it (there is no official page): flat JSON, e.g.
 * {"uid":"7731402","reg_date":"2026-10-02 11:20:05","balance":"124.5",
 * "sum_bonuses":0,"net_turnover":1284,"commission":"21.4","self_excluded":false, …}. Numbers may be
 * strings; other fields are allowed. uid and self_excluded decide who gets signals, so an answer
 * without them is invalid.
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
  /** Why the answer is invalid, without any value from it: values may be secrets. */
  | { readonly error: string };

export function parseTrader(json: unknown, requested: { id: string; mode: BalanceMode; now: number }): Reading {
  const parsed = UserInfo.safeParse(json);
  if (!parsed.success) return { error: parsed.error.issues.map(({ path }) => path.join('.') || 'body').join(', ') };
  const info = parsed.data;
  if (info.uid !== requested.id) return { error: 'uid is that of another trader' };
  const trader: TraderAccount = {
    id: info.uid,
    balance: getBalance(info, requested.mode),
    isSelfExcluded: info.self_excluded,
    netTurnover: toAmount(info.net_turnover),
    commission: toAmount(info.commission),
    registeredAt: parseInstant(info.reg_date),
    answeredAt: requested.now,
  };
  return { trader, unknown: trader.balance === null ? ['balance'] : [] };
}

/**
 * Whether the broker's `balance` includes bonuses is undocumented, so the operator configures it.
 * Bonuses never count.
 */
function getBalance(info: UserInfo, mode: BalanceMode): number | null {
  const balance = toAmount(info.balance);
  if (mode === 'raw' || balance === null) return balance;
  const bonuses = toAmount(info.sum_bonuses);
  return bonuses === null ? null : Math.max(0, toCents(balance - bonuses));
}

/**
 * Accepts plain decimal numbers only: the comma in "1,234.50" is ambiguous, and money is not
 * guessed.
 */
function toAmount(value: unknown): number | null {
  if (typeof value === 'string' && !/^-?\d{1,12}(\.\d{1,8})?$/.test(value.trim())) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const amount = Number(value);
  return Number.isFinite(amount) && Math.abs(amount) < largestAmount ? toCents(amount) : null;
}

/** Larger values are not amounts of money. */
const largestAmount = 1e12;

const toCents = (amount: number): number => Math.round(amount * 100) / 100;

/** `2026-10-02 11:20:05` or ISO; the zone is not given, so UTC is assumed. */
function parseInstant(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d))?/.exec(value.trim());
  const at = match ? Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
