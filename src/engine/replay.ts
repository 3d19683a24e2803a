import { findPair } from '#domain/market/currency-pair.ts';
import { directionOf } from '#domain/market/direction.ts';
import { limits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import type { Forecast, Forecaster } from './forecast/forecaster.ts';
import { createPipeline } from './pipeline.ts';
import { settle, type Settlement } from './settlement/settle.ts';
import { type DecidingTick, enter, isEntryMissed } from './signal/enter.ts';
import type { EnteringSignal, LiveSignal } from './signal/open-signal.ts';
import type { Tick } from './tick/tick.ts';

/** A forecast taken as a signal when it was made, and its outcome. */
export interface ReplayedSignal {
  readonly forecast: Forecast;
  readonly entry: LiveSignal | null;
  readonly settlement: Settlement;
}

export interface ReplayOptions {
  readonly symbols: readonly string[];
  readonly forecasters: readonly Forecaster[];
  /** Ticks of all pairs in chronological order. */
  readonly ticks: Iterable<Tick>;
  /** Which forecasts become signals; by default those at or above their model's threshold. */
  readonly isTaken?: (forecast: Forecast) => boolean;
}

interface Open {
  readonly forecast: Forecast;
  readonly entering: EnteringSignal;
  live: LiveSignal | null;
}

/**
 * Runs recorded ticks through the same pipeline as the live feed: every signalled forecast is
 * issued at its bar's close, enters at the first tick at or after it and settles by the last tick
 * at or before expiry. Signals still open when the ticks end are excluded. Pure: the only clock is
 * the ticks' own time.
 */
export function* replay({
  symbols,
  forecasters,
  ticks,
  isTaken = (one) => one.signalled,
}: ReplayOptions): Generator<ReplayedSignal> {
  const pipeline = createPipeline(symbols, forecasters);
  const lastTicks = new Map<string, DecidingTick>();
  const open = new Map<string, Open[]>(symbols.map((symbol) => [symbol, []]));
  let issued = 0;

  const issue = (forecast: Forecast): Open => ({
    forecast,
    live: null,
    entering: {
      id: String(++issued),
      symbol: forecast.symbol,
      direction: directionOf(forecast.pUp),
      duration: forecast.duration,
      issuedAt: forecast.decidedAt,
    },
  });

  let closedUntil = Number.NEGATIVE_INFINITY;

  for (const tick of ticks) {
    // Ticks are ordered, so an earlier minute has ended for all pairs. A signal is issued at its
    // bar's close, before this tick.
    const minute = Math.floor(tick.time / minuteMs) * minuteMs;
    const forecasts = minute > closedUntil ? pipeline.closeMinutes(minute) : [];
    closedUntil = Math.max(closedUntil, minute);
    for (const forecast of forecasts.filter(isTaken)) open.get(forecast.symbol)?.push(issue(forecast));
    for (const accepted of pipeline.onTick(tick).accepted) {
      const ofPair = open.get(accepted.symbol) ?? [];
      const before = lastTicks.get(accepted.symbol) ?? null;
      yield* ended(ofPair, accepted, before);
      advance(open.get(accepted.symbol) ?? [], accepted);
      lastTicks.set(accepted.symbol, accepted);
    }
  }
}

/**
 * Yields and removes the signals that have expired by this tick; the tick before it decides them.
 */
function* ended(ofPair: Open[], tick: Tick, before: DecidingTick | null): Generator<ReplayedSignal> {
  for (let i = ofPair.length - 1; i >= 0; i--) {
    const one = ofPair[i];
    if (!one || !isOver(one, tick)) continue;
    ofPair.splice(i, 1);
    yield { forecast: one.forecast, entry: one.live, settlement: settlementOf(one, before) };
  }
}

const isOver = ({ live, entering }: Open, tick: Tick): boolean =>
  live ? tick.time > live.expiresAt : isEntryMissed(entering, tick.time);

function settlementOf({ live }: Open, before: DecidingTick | null): Settlement {
  if (!live) return { result: 'void', voidReason: 'no_entry_tick' };
  return settle(live, before, findPair(live.symbol)?.digits ?? 5);
}

function advance(ofPair: Open[], tick: Tick): void {
  for (const one of ofPair) {
    if (one.live || tick.time > one.entering.issuedAt + limits.entryWindowMs) continue;
    const entry = enter(one.entering, tick, findPair(tick.symbol)?.digits ?? 5);
    if (typeof entry === 'object') one.live = entry;
  }
}
