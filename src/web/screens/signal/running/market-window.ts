import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Price, WireBar } from '#contract/prices.ts';
import type { Signal } from '#contract/signals.ts';
import { durationMs } from '#domain/market/duration.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { useEvent } from '#web/api/event-hub.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';

/** Length of the past that is read: what is drawn before the entry of the longest signal, and the range before it. */
const pastMs = 12 * minuteMs;

interface MarketWindow {
  readonly bars: readonly WireBar[];
  readonly ticks: readonly Price[];
  readonly price: number | null;
  readonly move: 'up' | 'down' | null;
  /** No bars: the server returned an error or was unreachable. */
  readonly isFailed: boolean;
}

/** One-minute bars around a signal, the last one with the ticks of an open signal. */
export function useMarketWindow(signal: Signal): MarketWindow {
  const from = Date.parse(signal.time) - pastMs;
  const to = Date.parse(signal.expiresAt ?? signal.time) + (signal.expiresAt ? 0 : durationMs(signal.duration));
  const isSettled = signal.status === 'settled';
  const { data: recorded, error } = useQuery({
    queryKey: ['bars', signal.id, isSettled],
    queryFn: () => listBars(signal.symbol, from, to),
    // Closed bars come from the server; ticks only fill the current minute.
    refetchInterval: ({ state }) => (isSettled ? closingBarWait(state.data, to) : minuteMs),
    staleTime: isSettled ? Number.POSITIVE_INFINITY : 0,
  });
  const { ticks, move } = useTicks(signal.symbol);
  const bars = isSettled
    ? (recorded ?? []).filter(({ time }) => Date.parse(time) < to)
    : ticks.reduce(withTick, recorded ?? []);
  const price = ticks.at(-1)?.price ?? bars.at(-1)?.close ?? null;
  return { bars, ticks, price, move, isFailed: error !== null && bars.length === 0 };
}

/** The bar of the closing minute exists only after that minute: polls while it may still arrive. */
function closingBarWait(bars: readonly WireBar[] | undefined, end: number): number | false {
  const last = bars?.at(-1);
  const hasIt = last !== undefined && Date.parse(last.time) + minuteMs >= end;
  return hasIt || serverClock.now() > end + 2 * minuteMs ? false : 15_000;
}

interface Ticks {
  readonly symbol: string;
  readonly ticks: readonly Price[];
  readonly move: 'up' | 'down' | null;
}

const noTicks = (symbol: string): Ticks => ({ symbol, ticks: [], move: null });

/** Ticks of the pair shown last, so that the next state of the page draws the same line. */
let seen = noTicks('');

/** Ticks since the pair is shown, as many as the longest signal has seconds. Another pair starts without any. */
export function useTicks(symbol: string): Ticks {
  const [known, setKnown] = useState(() => (seen.symbol === symbol ? seen : noTicks(symbol)));
  useEvent('tick', (tick) => {
    if (tick.symbol !== symbol) return;
    seen = withNext(seen.symbol === symbol ? seen : noTicks(symbol), tick);
    setKnown(seen);
  });
  return known.symbol === symbol ? known : noTicks(symbol);
}

function withNext({ symbol, ticks, move }: Ticks, tick: Price): Ticks {
  const last = ticks.at(-1);
  if (last?.time === tick.time) return { symbol, ticks, move };
  const next = !last || tick.price === last.price ? move : tick.price > last.price ? 'up' : 'down';
  return { symbol, ticks: [...ticks.slice(-900), tick], move: next };
}

/** Adds one tick to the bars. A tick before the last bar's minute changes nothing. */
export function withTick(bars: readonly WireBar[], tick: Price): readonly WireBar[] {
  const start = startOfMinute(Date.parse(tick.time));
  const last = bars.at(-1);
  const lastStart = last ? Date.parse(last.time) : Number.NEGATIVE_INFINITY;
  if (start < lastStart) return bars;
  if (last && start === lastStart) return [...bars.slice(0, -1), grown(last, tick.price)];
  const time = new Date(start).toISOString();
  return [...bars, { time, open: tick.price, high: tick.price, low: tick.price, close: tick.price }];
}

const grown = (bar: WireBar, price: number): WireBar => ({
  ...bar,
  high: Math.max(bar.high, price),
  low: Math.min(bar.low, price),
  close: price,
});

export const listBars = (symbol: string, from: number, to: number): Promise<WireBar[]> =>
  call('GET /python_api/bars/:symbol', {
    params: { symbol },
    query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  });
