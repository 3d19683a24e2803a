import { useQuery } from '@tanstack/react-query';
import type { OwnTrade } from '#contract/traders.ts';
import type { Signal } from '#contract/signals.ts';
import { matchTrades } from '#domain/signals/match-trades.ts';
import { getOwnTrades } from '#web/api/calls/trader-calls.ts';

/** The user's trades at the broker by one signal; `profit` is null while one of them is open. */
export interface TradedResult {
  readonly count: number;
  readonly stake: number;
  readonly profit: number | null;
}

const openTradePollMs = 15_000;

/** By signal id; empty when the broker does not report trades or does not answer. */
export function useOwnTrades(userId: string, signals: readonly Signal[] | null): ReadonlyMap<string, TradedResult> {
  const { data } = useQuery({
    queryKey: ['history', userId, 'trades'],
    queryFn: getOwnTrades,
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? openTradePollMs : false),
  });
  const trades = (data?.items ?? []).map((trade) => ({ ...trade, openedAt: Date.parse(trade.openedAt) }));
  const matched = matchTrades(trades, (signals ?? []).map(toTradable));
  return new Map([...matched].map(([id, placed]) => [id, toResult(placed)]));
}

const isOpen = ({ profit }: Pick<OwnTrade, 'profit'>): boolean => profit === null;

const toTradable = ({ id, symbol, signal, duration, time }: Signal) => ({
  id,
  symbol,
  direction: signal,
  duration,
  issuedAt: Date.parse(time),
});

const toResult = (placed: readonly Pick<OwnTrade, 'stake' | 'profit'>[]): TradedResult => ({
  count: placed.length,
  stake: placed.reduce((sum, { stake }) => sum + stake, 0),
  profit: placed.some(isOpen) ? null : placed.reduce((sum, { profit }) => sum + (profit ?? 0), 0),
});

/** Of closed trades only: an open one has no result yet. */
export function sumUp(results: Iterable<TradedResult>): { readonly count: number; readonly profit: number } {
  let [count, profit] = [0, 0];
  for (const result of results) {
    if (result.profit === null) continue;
    count += result.count;
    profit += result.profit;
  }
  return { count, profit };
}
