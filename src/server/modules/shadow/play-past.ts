import { toInstant } from '#contract/wire.ts';
import { maxDuration } from '#domain/market/duration.ts';
import { writeStatements } from '#domain/record/shadow-minute.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { limits } from '#domain/signals/limits.ts';
import { minuteMs, startOfMinute } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { createBarForecasts } from '#engine/bar-forecasts.ts';
import type { AppliedCalibrations } from '#engine/forecast/calibration/calibration-line.ts';
import type { Forecast, Forecaster } from '#engine/forecast/forecaster.ts';
import { stateMinute } from '#engine/forecast/state-minute.ts';
import type { MinuteLeaf } from '#record/leaf.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import type { DecidingTicks } from '#server/modules/signals/signals.api.ts';
import { decidingPrices } from './deciding-prices.ts';

/** A leaf as the live engine would have recorded it at that time, milliseconds UTC. */
export type PlayedLeaf =
  | { readonly kind: 'forecast'; readonly at: number; readonly leaf: MinuteLeaf }
  | { readonly kind: 'outcome'; readonly at: number; readonly of: MinuteLeaf; readonly prices: readonly string[] };

export interface PastMarket {
  readonly feed: string;
  readonly symbols: readonly string[];
  readonly forecasters: readonly Forecaster[];
  /** Every tick of the minute that starts at `minuteStart`, in rising time. */
  readonly createTicks: (minuteStart: number) => readonly QuotedTick[];
  /** The same ticks as a bar of each pair, in the order of `symbols`; null: it had no tick. */
  readonly toBars: (minuteStart: number) => readonly (Bar | null)[];
  /** Full minutes, milliseconds UTC. Forecasts whose outcomes would lie beyond `to` are left out. */
  readonly from: number;
  readonly to: number;
  readonly isOpen: (time: number) => boolean;
  readonly nonce: () => string;
  /** When the minutes are computed: stated in each leaf. */
  readonly playedAt: number;
}

export interface PastPlay {
  /** Plays the minutes up to `until`, oldest first, with these calibrations. */
  play(until: number, calibrations: AppliedCalibrations): AsyncGenerator<PlayedLeaf>;
}

/** Delay of a statement after the end of its minute, as live. */
const statedAfterMs = 650;
/** As many as the live engine requests from its feed. */
const warmUpMinutes = 1_500;
/** From the statement of a minute to the last tick that may decide it. */
const retainedMinutes = maxDuration + 2;

/**
 * Plays minutes of a past market and yields each minute's forecasts and, once all prices are known,
 * their outcomes. They are the first of their record. The forecasts see nothing later than their
 * minute, but they are computed afterwards, which each leaf says.
 */
export function createPastPlay(past: PastMarket): PastPlay {
  const bars = createBarForecasts(past.symbols, past.forecasters);
  const ticks = createTickWindow(past.createTicks);
  const waiting: MinuteLeaf[] = [];
  let seq = 0;
  let next = past.from;

  const push = (minute: number): void =>
    past.toBars(minute).forEach((bar, place) => bar && bars.push(past.symbols[place] ?? '', bar));

  function state(minute: number): MinuteLeaf | null {
    const now = minute + minuteMs + statedAfterMs;
    const forecasts = bars.close(minute, []);
    return latestExpiry(now, maxDuration) >= past.to ? null : createLeaf(past, forecasts, now, seq);
  }

  for (let minute = past.from - warmUpMinutes * minuteMs; minute < past.from; minute += minuteMs) push(minute);
  return {
    async *play(until, calibrations) {
      bars.calibrate(calibrations);
      for (; next < until; next += minuteMs) {
        ticks.retainFrom(next - retainedMinutes * minuteMs);
        push(next);
        const leaf = state(next);
        if (leaf) {
          seq++;
          waiting.push(leaf);
          yield { kind: 'forecast', at: Date.parse(leaf.issuedAt), leaf };
        }
        // Decided some seconds after the statement of that minute.
        for (let oldest = waiting[0]; oldest && decidedAt(oldest) < next + 2 * minuteMs; oldest = waiting[0]) {
          waiting.shift();
          yield { kind: 'outcome', at: decidedAt(oldest), of: oldest, prices: await decidingPrices(ticks, oldest) };
        }
      }
    },
  };
}

const decidedAt = ({ issuedAt }: MinuteLeaf): number => latestExpiry(Date.parse(issuedAt), maxDuration);

/** The ticks that decide, made when they are looked for. */
function createTickWindow(
  createTicks: PastMarket['createTicks'],
): DecidingTicks & { retainFrom(minute: number): void } {
  type Quoted = ReturnType<PastMarket['createTicks']>;
  const minutes = new Map<number, ReadonlyMap<string, Quoted>>();

  const within = (minute: number, symbol: string): Quoted => {
    const made = minutes.get(minute) ?? Map.groupBy(createTicks(minute), (tick) => tick.symbol);
    minutes.set(minute, made);
    return made.get(symbol) ?? [];
  };

  return {
    retainFrom: (oldest) => {
      for (const minute of minutes.keys()) if (minute < oldest) minutes.delete(minute);
    },
    first: async (wanted) =>
      wanted.map(({ symbol, at }) => {
        const tick =
          within(startOfMinute(at), symbol).find(({ time }) => time >= at) ??
          within(startOfMinute(at) + minuteMs, symbol)[0];
        return tick && tick.time - at <= limits.entryTickWithinMs ? tick : null;
      }),
    last: async (wanted) =>
      wanted.map(({ symbol, at }) => {
        const tick =
          within(startOfMinute(at), symbol).findLast(({ time }) => time <= at) ??
          within(startOfMinute(at) - minuteMs, symbol).at(-1);
        return tick && at - tick.time <= limits.closingTickMaxAgeMs ? tick : null;
      }),
  };
}

function createLeaf(past: PastMarket, forecasts: readonly Forecast[], now: number, seq: number): MinuteLeaf | null {
  const notOpen = past.isOpen(now) ? [] : past.symbols;
  const stated = stateMinute(forecasts, { symbols: past.symbols, now, notOpen, withEverySignal: false });
  return (
    stated && {
      form: 'minute/1',
      feed: past.feed,
      inTurn: stated.inTurn,
      issuedAt: toInstant(now),
      seq,
      nonce: past.nonce(),
      played: toInstant(past.playedAt),
      forecasts: stated.models.map(writeStatements),
    }
  );
}
