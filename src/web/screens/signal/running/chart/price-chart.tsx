import { useEffect, useMemo, useRef } from 'react';
import type { Signal, WireBar } from '#contract/signals.ts';
import { durationMs } from '#domain/market/duration.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { barAxis, drawChart, type DrawnChart } from './draw-chart.ts';
import { chartColors } from './signal-zone.ts';
import type { Overlay } from './overlay.ts';

interface PriceChartProps {
  readonly signal: Signal;
  readonly bars: readonly WireBar[];
  readonly digits: number;
  /** Null: hidden. */
  readonly overlay: Overlay | null;
}

/**
 * One-minute bars with entry, expiry and the winning half. The same facts are given as text next to
 * it.
 */
export default function PriceChart({ signal, bars, digits, overlay }: PriceChartProps) {
  const { t, f } = usePhrases();
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<DrawnChart | null>(null);
  const end = Date.parse(signal.expiresAt ?? signal.time) + (signal.expiresAt ? 0 : durationMs(signal.duration));
  const axis = useMemo(() => barAxis(bars, end), [bars, end]);

  useEffect(() => {
    if (!container.current) return undefined;
    drawn.current = drawChart(container.current);
    return () => drawn.current?.remove();
  }, []);

  useEffect(() => {
    if (!container.current || axis.bars.length === 0) return;
    const colors = chartColors(container.current);
    const isUp = signal.signal === 'BUY';
    const zone =
      signal.openPrice === null || signal.openedAt === null || signal.expiresAt === null
        ? null
        : {
            entryPlace: axis.resolvePlace(Date.parse(signal.openedAt)),
            expiryPlace: axis.resolvePlace(Date.parse(signal.expiresAt)),
            entryPrice: signal.openPrice,
            isUp,
            winText: t(isUp ? 'signal.live.winAbove' : 'signal.live.winBelow'),
            lossText: t(isUp ? 'signal.live.lossBelow' : 'signal.live.lossAbove'),
            colors,
          };
    drawn.current?.draw({ axis, zone, overlay, colors, clock: f.clock, digits, closePrice: signal.closePrice });
  }, [axis, signal, digits, overlay, t, f]);

  return <div ref={container} aria-hidden="true" />;
}
