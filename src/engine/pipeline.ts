import { priceDigits } from '#domain/market/currency-pair.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import { type Bar, type BuiltBar, createBarBuilder } from './bar/bar-builder.ts';
import { createBarForecasts, type InputJournal } from './bar-forecasts.ts';
import type { BarHistory } from './bar/bar-history.ts';
import { warmUpBars } from './features/feature-stream.ts';
import { createBoard } from './forecast/board.ts';
import type { Forecast, Forecaster } from './forecast/forecaster.ts';
import type { Tick } from './tick/tick.ts';
import { createTickQuality, type TickCounts } from './tick/tick-quality.ts';

/**
 * Result of one tick: the ticks that may be used (a confirmed jump releases two), and the forecasts
 * it triggered.
 */
interface TickStep {
  readonly accepted: readonly Tick[];
  readonly forecasts: readonly Forecast[];
}

/**
 * The stages in order: tick → quality → bar → history → features → forecasts → board. A minute is
 * forecast once it has ended for all pairs, because models use cross-pair features: when the caller
 * closes it, or when a pair has closed a later one. The same code runs on the live feed, in replay
 * and in tests; it has no access to a clock, a network or a database. Entry and settlement follow
 * in settlement/settle.ts.
 */
export type Pipeline = ReturnType<typeof createPipeline>;

/** `journal`: receives the closed bars and minutes, from which the forecasts can be recomputed. */
export function createPipeline(
  symbols: readonly string[],
  forecasters: readonly Forecaster[],
  journal: InputJournal | null = null,
) {
  const quality = createTickQuality();
  const board = createBoard();
  const bars = createBarForecasts(symbols, forecasters, journal);
  const builders = new Map(symbols.map((symbol) => [symbol, createBarBuilder(priceDigits(symbol))]));
  /** Start times of minutes with bars that have not been forecast yet. */
  const waiting = new Set<number>();
  /** Start time of the newest minute that was forecast. */
  let forecastTo = Number.NEGATIVE_INFINITY;

  function closeBar(symbol: string, { ticks, ...bar }: BuiltBar): void {
    const isWhole = !bars.history(symbol).hasGap(bar.time, bar.time + minuteMs);
    if (bars.push(symbol, bar, isWhole ? ticks : null)) expectMinute(bar.time);
  }

  function expectMinute(minute: number): void {
    if (minute > forecastTo) waiting.add(minute);
  }

  /** Forecasts the waiting minutes that began before `time`, oldest first. */
  function forecastBefore(time: number): Forecast[] {
    const ended = [...waiting].filter((minute) => minute < time).sort((a, b) => a - b);
    return ended.flatMap((minute) => {
      waiting.delete(minute);
      const broken = symbols.filter((symbol) => isBroken(bars.history(symbol), minute));
      const forecasts = bars.close(minute, broken);
      if (forecasts.length > 0) forecastTo = minute;
      for (const forecast of forecasts) board.put(forecast);
      return forecasts;
    });
  }

  return {
    board,
    onTick(tick: Tick): TickStep {
      const builder = builders.get(tick.symbol);
      const verdict = builder ? quality.check(tick) : null;
      if (!builder || verdict?.kind !== 'accepted') return { accepted: [], forecasts: [] };
      const closed = verdict.ticks.flatMap((accepted) => builder.add(accepted) ?? []);
      const forecasts = closed.flatMap((bar) => {
        const earlier = forecastBefore(bar.time);
        closeBar(tick.symbol, bar);
        return earlier;
      });
      return { accepted: verdict.ticks, forecasts };
    },
    /**
     * Bars are built from `time` on (milliseconds UTC): the minute before was seen only in part. Later
     * minutes that were closed by a clock that was ahead are open again.
     */
    leaveOut(time: number): void {
      for (const builder of builders.values()) builder.startAt(time);
    },
    /**
     * Closes every minute before `time` (milliseconds UTC), also for pairs without a tick since, and
     * returns the forecasts.
     */
    closeMinutes(time: number): readonly Forecast[] {
      for (const [symbol, builder] of builders) {
        const bar = builder.closeUntil(time);
        if (bar) closeBar(symbol, bar);
      }
      return forecastBefore(startOfMinute(time));
    },
    /**
     * Adds back-filled bars, oldest first: the start of a history, or the bars missed in a gap. The
     * newest minute is forecast by the next `closeMinutes`, unless it was forecast before: the record
     * may state it already, so its forecasts stay.
     */
    fill(symbol: string, filled: readonly Bar[]): void {
      bars.fill(symbol, filled);
      quality.seed(symbol, filled);
      const last = bars.history(symbol).last();
      if (last) expectMinute(last.time);
    },
    markGap: (symbol: string, from: number, to: number | null): void => bars.history(symbol).markGap(from, to),
    /**
     * From the next minute on these calibrations are used; models without one keep the one they have.
     * The forecasts of the newest minute stay.
     */
    calibrate: bars.calibrate,
    history: bars.history,
    /**
     * The model's explanation of the forecast; null when the features of that bar are no longer
     * available.
     */
    explain: bars.explain,
    /** What the newest forecasts are explained from. */
    basis: bars.basis,
    counts: (): TickCounts => quality.counts(),
  };
}

/**
 * Whether the feed had a break inside the features' window, in which case nothing is forecast. The
 * features handle minutes without a tick themselves.
 */
const isBroken = (history: BarHistory, minute: number): boolean =>
  history.hasGap(minute - warmUpBars * minuteMs, minute + minuteMs);
