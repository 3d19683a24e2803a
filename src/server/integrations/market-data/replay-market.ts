import { type MarketClock, dayMs, startOfMinute, hourMs, minuteMs, weekMs } from '#domain/time.ts';
import type { Bar } from '#engine/bar/bar-builder.ts';
import type { MarketData } from './market-data.ts';
import { lastBars, type Recording, toRecording } from './replay/recording.ts';
import { MarketFileError, readMarketFile } from './replay/read-market-file.ts';
import { findPair } from '#domain/market/currency-pair.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import { createPlayedMarket } from './played-market.ts';
import { newYorkOffsetMs } from '#domain/market/new-york-time.ts';
import { warmUpBars } from '#engine/features/feature-stream.ts';

interface ReplayMarketOptions {
  /** CSV or .csv.gz of bars or ticks, each named after its pair (REPLAY_FILES). */
  readonly files: readonly string[];
  /** Of times in the files that state none (REPLAY_TIMEZONE). */
  readonly timezone: string | null;
  /** Market time: createReplayClock with the same speed unless that is 1. */
  readonly clock: MarketClock;
  readonly scheduler: Scheduler;
  readonly speed?: number;
  /** When the replay began, by its clock; by default now. */
  readonly startedAt?: number;
  /**
   * The recorded instant mapped to that. By default one with bars of its own and enough history:
   * whole weeks away if the files are long enough, else whole days, else the first one available
   * (`playingStart`).
   */
  readonly playFrom?: number;
}

/** Max market time between two polls of the clock, as long as real timers can keep up. */
const pollMarketMs = 300;
const [minPollMs, maxPollMs] = [5, 100];

/**
 * Plays a recorded market as if it were now. Throws a `MarketFileError` when the files cannot be
 * played.
 */
export function createReplayMarket(options: ReplayMarketOptions): MarketData {
  const { clock, scheduler, speed = 1, startedAt = clock.now() } = options;
  const recordings = readRecordings(options);
  const common = commonSpan(recordings);
  const beganAt = startOfMinute(startedAt);
  const shift = beganAt - startOfMinute(options.playFrom ?? playingStart(recordings, common, beganAt));
  const symbols = recordings.map((recording) => recording.symbol);

  const createTicks = (minute: number): QuotedTick[] =>
    recordings
      .flatMap((recording) => recording.ticks(minute - shift))
      .map((tick) => ({ ...tick, time: tick.time + shift }))
      .toSorted((a, b) => a.time - b.time);

  async function backfill(symbol: string, until: number, count: number): Promise<readonly Bar[]> {
    const end = startOfMinute(Math.min(until, clock.now())) - shift;
    const recording = recordings[symbols.indexOf(symbol)];
    return recording ? lastBars(recording, end, count).map((bar) => ({ ...bar, time: bar.time + shift })) : [];
  }

  return createPlayedMarket({
    kind: 'replay',
    symbols,
    historyDays: Math.ceil((beganAt - shift - common.from) / dayMs),
    backfill,
    clock,
    scheduler,
    pollMs: Math.max(minPollMs, Math.min(maxPollMs, pollMarketMs / speed)),
    createTicks,
    endsAt: common.to + shift,
  });
}

function readRecordings({ files, timezone }: ReplayMarketOptions): Recording[] {
  if (files.length === 0) throw new MarketFileError('no file is named.');
  const recordings = files.map((path) => {
    const file = readMarketFile(path, timezone);
    if (file.size === 0) throw new MarketFileError(`${path}: the recording is empty.`);
    if (findPair(file.symbol)) return toRecording(file);
    throw new MarketFileError(`${path}: ${file.symbol} is no pair of the product.`);
  });
  for (const [i, { symbol }] of recordings.entries()) {
    const first = recordings.findIndex((recording) => recording.symbol === symbol);
    if (first < i) throw new MarketFileError(`${files[first]} and ${files[i]} name ${symbol} twice.`);
  }
  return recordings;
}

function commonSpan(recordings: readonly Recording[]): Span {
  const from = Math.max(...recordings.map((recording) => recording.from));
  const to = Math.min(...recordings.map((recording) => recording.to));
  if (from >= to) throw new MarketFileError('the files have no time in common.');
  return { from, to };
}

interface ReplayClockOptions {
  /** 1 is real time; at 60 a minute of the market takes a second. */
  readonly speed: number;
  /** Initial time of the clock, milliseconds UTC. */
  readonly startedAt: number;
  /** Count of real milliseconds: performance.now, or the wall clock, which processes share. */
  readonly realNow: () => number;
  /** By `realNow`, when the clock showed `startedAt`; by default now. */
  readonly origin?: number;
}

/**
 * Market time for a replay at another speed: the whole server uses it, so that countdowns and bars
 * agree.
 */
export function createReplayClock({ speed, startedAt, realNow, origin = realNow() }: ReplayClockOptions): MarketClock {
  return { now: () => Math.floor(startedAt + (realNow() - origin) * speed) };
}

/** The time range that all recordings share. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Bars wanted before the first played minute: as many as the screens back-fill, a day, and more
 * than the models need.
 */
const wantedBars = 1_500;

/**
 * The recorded minute mapped to `now`, in which every pair has a bar. The first match of: 1. whole
 * weeks away on New York's clock, so that weekdays, market sessions and weekends align: with 1,500
 * bars before it, or else enough for the models, and a day after it (recordings of a week and
 * more); 2. whole days away on that clock, because a market behaves by the hour: with 1,500 bars
 * before it and an open market a day later; 3. the first one with 1,500 bars before it, in short
 * recordings with half of all bars, but enough for the models.
 */
function playingStart(recordings: readonly Recording[], span: Span, now: number): number {
  const hasBars = (from: number, to: number): boolean =>
    recordings.every((recording) => recording.bars(Math.max(from, span.from), to).length > 0);
  const isWarm = (time: number, count: number): boolean =>
    recordings.every((recording) => lastBars(recording, time, count).length >= count);
  const playable = (time: number): boolean => hasBars(time, time + minuteMs) && time + dayMs <= span.to;

  const weeks = span.to - span.from < weekMs ? [] : sameTimes(span, now, weekMs).filter(playable);
  const days = sameTimes(span, now, dayMs).filter(playable);
  return (
    weeks.find((time) => isWarm(time, wantedBars)) ??
    weeks.find((time) => isWarm(time, warmUpBars)) ??
    days.find((time) => isWarm(time, wantedBars) && hasBars(time + dayMs - hourMs, time + dayMs)) ??
    firstWarm(recordings, span)
  );
}

/**
 * The recorded minutes with the same New York clock time as now, one period (days or weeks) apart.
 */
function sameTimes({ from, to }: Span, now: number, period: number): number[] {
  const first = from + ((((now - from) % period) + period) % period);
  const count = Math.ceil((to - first) / period) + 2;
  return Array.from({ length: count }, (_, i) => first + (i - 1) * period)
    .map((time) => time + newYorkOffsetMs(now) - newYorkOffsetMs(time))
    .filter((time) => time >= from && time < to);
}

function firstWarm(recordings: readonly Recording[], { from, to }: Span): number {
  const quoted = recordings.map((recording) => recording.bars(from, to).map((bar) => bar.time));
  const others = quoted.slice(1).map((times) => new Set(times));
  const minutes = (quoted[0] ?? []).filter((time) => others.every((times) => times.has(time)));
  const warm = barsBefore(minutes.length);
  // Avoids the last minutes before a weekend or another gap when there are better ones.
  const firstContinuous = minutes.findIndex(
    (time, i) => i >= warm && (minutes[i + 60] ?? Number.NaN) - time <= 2 * hourMs,
  );
  const start = minutes[Math.max(firstContinuous, warm)];
  if (start === undefined) throw new MarketFileError('the files have no minute with a price of each pair.');
  return start;
}

function barsBefore(count: number): number {
  if (count >= wantedBars + count / 4) return wantedBars;
  return Math.max(Math.floor(count / 2), count > warmUpBars ? warmUpBars : 0);
}
