import { useState } from 'react';
import type { Outlook } from '#contract/signals.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Candles } from '#web/ui/figures/candles.tsx';
import { PriceText } from '#web/ui/price-text.tsx';
import { countdownText } from '../countdown.ts';
import { nextForecastTime } from '../next-forecast-time.ts';
import { useServerNow } from '../use-server-now.ts';
import { SparkLine } from './spark-line.tsx';
import { recentMinutes, useRecentBars } from './use-recent-bars.ts';
import { type WatchedPair, watchedPairs } from './watched-pairs.ts';

/** The market while no signal runs: a few pairs with the distance to an edge, and a chart of one. */
export function MarketWatch({ outlook }: { readonly outlook: Outlook | null }) {
  const { t } = usePhrases();
  const pairs = watchedPairs(outlook);
  const [wanted, setWanted] = useState<string | null>(null);
  const shown = wanted ?? pairs[0]?.symbol;
  return (
    <section className="card overflow-hidden" aria-labelledby="market-title">
      <div className="card-h">
        <h2 id="market-title" className="h4">
          {t('signal.choose.market.title')}
        </h2>
        <NextForecast />
      </div>
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
    </section>
  );
}

function NextForecast() {
  const { t } = usePhrases();
  const now = useServerNow();
  // Between the minute's end and its forecasts, their instant is more than a minute away.
  const left = Math.min(minuteMs, nextForecastTime(now) - now);
  return (
    <span className="text-13 text-ink-3 tabular-nums">
      {t('signal.choose.market.next', { time: countdownText(left) })}
    </span>
  );
}

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
          {missing !== null && t('signal.choose.market.missing', { points: f.exact(Math.max(missing, 0.1), 1) })}
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
