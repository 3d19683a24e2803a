import { minuteMs } from '../time.ts';
import type { BrokerTrade } from './broker-trade.ts';
import type { ContestPeriod } from './contest-period.ts';
import { followsSignal, type TradableSignal } from '../signals/match-trades.ts';

/**
 * A participant with ten trades of at least ten dollars on our signals takes part in the draw of
 * five winners.
 */
export const contestRules = {
  trades: 10,
  minStake: 10,
  winners: 5,
  /**
   * A trade follows a signal when opened within this time after the issue and before the signal
   * ended.
   */
  followedWithinMs: 120_000,
  /** Days for a winner to send the screenshots; otherwise the prize passes on. */
  proofDays: 7,
  /** Days after the end until screenshots are deleted. */
  proofRetentionDays: 90,
} as const;

/** Why a trade within the period does not count. */
export const uncountedReasons = ['stake', 'bonus', 'no_signal'] as const;
type UncountedReason = (typeof uncountedReasons)[number];

export type JudgedTrade =
  | { readonly trade: BrokerTrade; readonly signalId: string; readonly reason: null }
  | { readonly trade: BrokerTrade; readonly signalId: null; readonly reason: UncountedReason };

type Period = Pick<ContestPeriod, 'startsAt' | 'endsAt'>;

/**
 * Opened within the period and closed by its end: a trade that closes at the last midnight still
 * counts.
 */
const isWithin = ({ openedAt, closesAt, profit }: BrokerTrade, { startsAt, endsAt }: Period): boolean =>
  openedAt >= startsAt && closesAt <= endsAt && profit !== null;

const follows = (trade: BrokerTrade, signal: TradableSignal): boolean =>
  followsSignal(trade, signal, contestRules.followedWithinMs) &&
  trade.openedAt - signal.issuedAt < signal.duration * minuteMs;

/**
 * Judges the closed trades of the period, oldest first: each trade counts once, for one signal, and
 * each signal takes one trade. `signals`: those without a trade yet.
 */
export function judgeTrades(
  trades: readonly BrokerTrade[],
  signals: readonly TradableSignal[],
  period: Period,
): JudgedTrade[] {
  const free = [...signals].sort((a, b) => a.issuedAt - b.issuedAt);
  const judge = (trade: BrokerTrade): JudgedTrade => {
    const reason = moneyError(trade);
    if (reason) return { trade, signalId: null, reason };
    const place = free.findIndex((signal) => follows(trade, signal));
    const [signal] = place < 0 ? [] : free.splice(place, 1);
    return signal ? { trade, signalId: signal.id, reason: null } : { trade, signalId: null, reason: 'no_signal' };
  };
  return trades
    .filter((trade) => isWithin(trade, period))
    .toSorted((a, b) => a.openedAt - b.openedAt)
    .map(judge);
}

function moneyError({ stake, bonusStake }: BrokerTrade): UncountedReason | null {
  if (stake < contestRules.minStake) return 'stake';
  return bonusStake > 0 ? 'bonus' : null;
}

/** Accepted image types of a screenshot, and its max size. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];
export const maxImageBytes = 2_097_152;
