import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Outlook, WireBar } from '#contract/signals.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { Candles } from '#web/ui/figures/candles.tsx';
import { PriceText } from '#web/ui/price-text.tsx';
import { countdownText, useServerNow } from '../countdown.ts';
import { missingPoints, nextForecastTime, prospectsIn } from '../use-outlook.ts';
import { useTicks, withTick, listBars } from '../running/market-window.ts';
import { useIsServerSilent } from '../server-silence.tsx';

/** The market while no signal runs: a few pairs with the distance to an edge, and a chart of one. */
export function MarketWatch({ outlook }: { readonly outlook: Outlook | null }) {
  const { t } = usePhrases();
  const pairs = watchedPairs(outlook);
  const [wanted, setWanted] = useState<string | null>(null);
  const shown = wanted ?? pairs[0]?.symbol;
  return (
    <Card
      className="overflow-hidden"
      title={t('signal.choose.market.title')}
      titleId="market-title"
      headingClass="h4"
      aside={<NextForecast />}
    >
      {shown && <PairChart symbol={shown} />}
      <div className="watch-list" role="radiogroup" aria-labelledby="market-title">
        {pairs.map((pair) => (
          <PairRow
            key={pair.symbol}
            pair={pair}
            isShown={pair.symbol === shown}
            onShow={() => setWanted(pair.symbol)}
          />
        ))}
      </div>
    </Card>
  );
}

interface WatchedPair {
  readonly symbol: string;
  /** Percentage points from its surest forecast to an edge; null: no model names it. */
  readonly missing: number | null;
}

/** Shown when no model has a best forecast on another pair. */
const usualPairs = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCAD'] as const;
const maxPairs = 5;

/** The pairs nearest to an edge, then the usual ones. */
export function watchedPairs(outlook: Outlook | null): readonly WatchedPair[] {
  const nearest = new Map<string, number>();
  for (const { best } of prospectsIn(outlook)) {
    if (!best || best.hasEdge) continue;
    nearest.set(best.symbol, Math.min(missingPoints(best), nearest.get(best.symbol) ?? Number.POSITIVE_INFINITY));
  }
  const near = [...nearest].toSorted(([, a], [, b]) => a - b).map(([symbol, missing]) => ({ symbol, missing }));
  const usual = usualPairs.filter((symbol) => !nearest.has(symbol)).map((symbol) => ({ symbol, missing: null }));
  return [...near, ...usual].slice(0, maxPairs);
}

function NextForecast() {
  const { t } = usePhrases();
  const now = useServerNow();
  if (useIsServerSilent()) return null;
  // Between the minute's end and its forecasts, their instant is more than a minute away.
  const left = Math.min(minuteMs, nextForecastTime(now) - now);
  return (
    <span className="text-13 text-ink-3 tabular-nums">
      {t('signal.choose.market.next', { time: countdownText(left) })}
    </span>
  );
}

/** Length of the past that is shown. */
const recentMinutes = 30;

/** Its height is reserved while the bars are on their way. */
function PairChart({ symbol }: { readonly symbol: string }) {
  const { t } = usePhrases();
  const { bars } = useRecentBars(symbol);
  return (
    <figure className="watch-chart">
      {bars.length > 0 && (
        <Candles
          bars={bars.slice(-recentMinutes)}
          places={recentMinutes}
          digits={priceDigits(symbol)}
          label={t('signal.live.chartPending', { pair: pairName(symbol) })}
        />
      )}
    </figure>
  );
}

interface PairRowProps {
  readonly pair: WatchedPair;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function PairRow({ pair: { symbol, missing }, isShown, onShow }: PairRowProps) {
  const { t, f } = usePhrases();
  const { bars, price, move } = useRecentBars(symbol);
  const digits = priceDigits(symbol);
  return (
    <label>
      <input className="sr-only" type="radio" name="watched-pair" checked={isShown} onChange={onShow} />
      <span className="flex flex-col">
        <b className="text-14 text-ink-1 font-semibold">{pairName(symbol)}</b>
        <span className="text-12 text-ink-3 tabular-nums">
          {missing !== null && t('signal.choose.market.missing', { points: f.exact(missing, 1) })}
        </span>
      </span>
      <SparkLine values={bars.map(({ close }) => close)} />
      {/* A new price is a new element, so that the tint of its last digit is animated again. */}
      <span key={price} className={move ? `quote ticked-${move}` : 'quote'}>
        {price !== null && <PriceText price={price} digits={digits} />}
      </span>
    </label>
  );
}

interface RecentBars {
  /** With the bar of the current minute, as far as its ticks were received. */
  readonly bars: readonly WireBar[];
  /** Null: unknown yet. */
  readonly price: number | null;
  readonly move: 'up' | 'down' | null;
}

/** One-minute bars of a pair up to now, shared by all that show it. */
function useRecentBars(symbol: string): RecentBars {
  const read = () => {
    const now = serverClock.now();
    return listBars(symbol, now - recentMinutes * minuteMs, now);
  };
  // Closed bars come from the server; ticks only fill the current minute.
  const { data } = useQuery({
    queryKey: ['bars', symbol, 'recent'],
    queryFn: read,
    refetchInterval: minuteMs,
    staleTime: minuteMs / 2,
  });
  const { ticks, move } = useTicks(symbol);
  const bars = ticks.reduce(withTick, data ?? []);
  return { bars, price: ticks.at(-1)?.price ?? bars.at(-1)?.close ?? null, move };
}

const size = { width: 72, height: 24 } as const;

/** The recent course of a price without a scale; the adjacent price says where it stands. */
function SparkLine({ values }: { readonly values: readonly number[] }) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * size.width;
    const y = size.height - 2 - ((value - low) / (high - low || 1)) * (size.height - 4);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} width={size.width} height={size.height} aria-hidden="true">
      {points.length > 1 && <path d={`M${points.join('L')}`} fill="none" stroke="var(--t2)" strokeWidth="1.5" />}
    </svg>
  );
}
