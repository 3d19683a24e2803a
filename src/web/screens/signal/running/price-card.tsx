import { Check, Copy, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Analytics, Signal } from '#contract/signals.ts';
import { findPair, pairName, priceDigits, pipsBetween } from '#domain/market/currency-pair.ts';
import { type Freshness, useFreshness } from '#web/api/event-hub.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyView, optionalView } from '#web/routing/lazy-view.tsx';
import { useColorScheme } from '#web/theme/appearance.ts';
import { DirectionChip } from '#web/ui/direction-icon.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { PriceText } from '#web/ui/price-text.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { signedPips } from '../signal-list.ts';
import { type Overlay, toOverlay } from './chart/overlay.ts';
import { useMarketWindow } from './market-window.ts';

const PriceChart = optionalView(() => import('./chart/price-chart.tsx'));

// The chart is part of every card, so it loads beside it.
void PriceChart.load().catch(() => undefined);

interface PriceCardProps {
  readonly signal: Signal;
  /** Of a running signal. */
  readonly countdown?: ReactNode;
}

/** The pair, its current or closing price, and the chart with entry and expiry. */
export function PriceCard({ signal, countdown }: PriceCardProps) {
  const { t, f } = usePhrases();
  const digits = priceDigits(signal.symbol);
  const market = useMarketWindow(signal);
  const scheme = useColorScheme();
  const [areIndicatorsShown, setAreIndicatorsShown] = useState(false);
  const overlay = useMemo(
    () => (areIndicatorsShown ? toOverlay(signal.analytics, market.bars) : null),
    [areIndicatorsShown, signal.analytics, market.bars],
  );
  const isUp = signal.signal === 'BUY';
  const label =
    signal.openPrice === null || signal.expiresAt === null
      ? t('signal.live.chartPending', { pair: pairName(signal.symbol) })
      : t('signal.live.chart', {
          pair: pairName(signal.symbol),
          entry: signal.openPrice.toFixed(digits),
          time: f.time(Date.parse(signal.expiresAt)),
        });
  return (
    <section className="card overflow-hidden">
      <div className="live-h" data-tour="price" data-uncovered>
        <div className="flex flex-col gap-0.5">
          <div className="flex flex-wrap items-center gap-x-2.5">
            <h2 className="pair whitespace-nowrap">{pairName(signal.symbol)}</h2>
            <DirectionChip isUp={isUp}>{t(isUp ? 'signal.up' : 'signal.down')}</DirectionChip>
            {signal.status !== 'settled' && <CopyPair signal={signal} />}
          </div>
          <PairLine signal={signal} />
        </div>
        {countdown}
        <PriceNow signal={signal} price={signal.closePrice ?? market.price} move={market.move} digits={digits} />
      </div>
      <div className="price-chart" data-uncovered>
        <figure aria-label={label}>
          <PriceChart key={scheme} signal={signal} bars={market.bars} digits={digits} overlay={overlay} />
        </figure>
        {market.isFailed && <p className="chart-failed text-14 text-ink-3">{t('signal.chartFailed')}</p>}
        <p className="chart-credit">
          {t('signal.live.chartBy')}:{' '}
          <a href="https://www.tradingview.com/" rel="noreferrer">
            TradingView
          </a>
        </p>
      </div>
      <Indicators
        analytics={signal.analytics}
        digits={digits}
        overlay={overlay}
        onToggle={() => setAreIndicatorsShown(!areIndicatorsShown)}
      />
    </section>
  );
}

const shownForMs = 2_000;

/** Copies the pair and the direction, what an order at the broker needs. */
function CopyPair({ signal: { symbol, signal } }: { signal: Signal }) {
  const { t } = usePhrases();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const order = `${pairName(symbol)} ${t(signal === 'BUY' ? 'signal.up' : 'signal.down')}`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(order);
    setIsCopied(true);
    announce(t('signal.live.copied', { order }));
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className="ibtn bare copy-pair"
      aria-label={t('signal.live.copy', { order })}
      // The browser may deny clipboard access; the name next to it can be selected.
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon className="ic" />
    </button>
  );
}

/** While it runs, the names of the currencies too; a result needs them no longer. */
function PairLine({ signal }: { signal: Signal }) {
  const { t } = usePhrases();
  const pair = findPair(signal.symbol);
  const minutes = t('signal.minutes', { n: signal.duration });
  if (!pair || signal.status === 'settled') return <span className="lab">{minutes}</span>;
  return (
    <span className="lab">
      {t('signal.live.pairLine', {
        base: t(`signal.currencies.${pair.base}`),
        quote: t(`signal.currenciesTo.${pair.quote}`),
        minutes,
      })}
    </span>
  );
}

interface PriceNowProps {
  readonly signal: Signal;
  readonly price: number | null;
  readonly move: 'up' | 'down' | null;
  readonly digits: number;
}

function PriceNow({ signal, price, move, digits }: PriceNowProps) {
  const { t } = usePhrases();
  const freshness = useFreshness();
  const isOld = signal.status !== 'settled' && freshness.kind !== 'live';
  if (signal.openPrice === null || price === null) {
    return (
      <div className="flex flex-col pr ml-auto gap-1 text-right">
        <div className="price">
          <span className="sk price-skeleton" />
        </div>
        {signal.openPrice === null && signal.status !== 'settled' && (
          <span className="lab">{t('signal.entering.pending')}</span>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col pr ml-auto gap-1 text-right">
      {/* A new price is a new element, so that the tint of its last digit is animated again. */}
      <div key={price} className={priceClass({ isOld, move: signal.status === 'settled' ? null : move })}>
        <PriceText price={price} digits={digits} />
      </div>
      {isOld ? (
        <OldPrice freshness={freshness} />
      ) : (
        <Distance signal={signal} from={signal.openPrice} to={price} digits={digits} />
      )}
    </div>
  );
}

function priceClass({ isOld, move }: { isOld: boolean; move: 'up' | 'down' | null }): string {
  if (isOld) return 'price old';
  return move ? `price ticked-${move}` : 'price';
}

/** In place of the distance to the entry, which is as old as the price. */
function OldPrice({ freshness }: { freshness: Freshness }) {
  const { t } = usePhrases();
  return (
    <span className="lab warn flex items-center gap-1.5 justify-end">
      <WifiOff className="ic size-4" />
      {freshness.kind === 'delayed'
        ? t('signal.live.delayed', { seconds: freshness.seconds })
        : t('signal.live.offline')}
    </span>
  );
}

function Distance({ signal, from, to, digits }: { signal: Signal; from: number; to: number; digits: number }) {
  const { t, f } = usePhrases();
  const pips = pipsBetween(from, to, digits);
  const isAhead = pips !== 0 && pips > 0 === (signal.signal === 'BUY');
  if (signal.result === 'void') return null;
  if (signal.status === 'settled') {
    const tone = pips === 0 ? 'equal' : isAhead ? 'win' : 'loss';
    return (
      <span className="lab">
        {t('signal.result.close')} <b className={tone}>{signedPips(pips, { t, f })}</b>
      </span>
    );
  }
  const entry = from.toFixed(digits);
  if (pips === 0) return <span className="lab">{t('signal.live.atEntry', { price: entry })}</span>;
  return (
    <span className="lab">
      <span className={`${pips > 0 ? 'up' : 'down'} font-semibold`}>
        {pips > 0 ? '↑' : '↓'} {t('signal.pips', { n: f.decimal(Math.abs(pips), 1), count: Math.abs(pips) })}
      </span>{' '}
      {t('signal.live.fromEntry', { price: entry })}
    </span>
  );
}

const IndicatorList = lazyView(() => import('./indicator-list.tsx'));

interface IndicatorsProps {
  readonly analytics: Analytics;
  readonly digits: number;
  /** Null: the switch is off. */
  readonly overlay: Overlay | null;
  readonly onToggle: () => void;
}

/** The switch under the chart, and the list of indicators while it is on. */
function Indicators({ analytics, digits, overlay, onToggle }: IndicatorsProps) {
  const { t } = usePhrases();
  if (analytics.indicators.length + analytics.levels.length === 0) return null;
  return (
    <div className="indicators">
      <div className="px-6 phone:px-4">
        <SwitchRow label={t('signal.overlay.show')} isOn={overlay !== null} onToggle={onToggle} />
      </div>
      {overlay && <IndicatorList analytics={analytics} overlay={overlay} digits={digits} />}
    </div>
  );
}
