import type { MarketClock } from '#domain/clock.ts';
import type { Bar } from '#engine/bar/bar.ts';
import { dayMs, startOfMinute } from '#domain/time.ts';
import type { MarketData } from './market-data.ts';
import { lastBars, type Recording, toRecording } from './replay/recording.ts';
import { playingStart, type Span } from './replay/playing-start.ts';
import { readMarketFile } from './replay/read-market-file.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { QuotedTick } from '#engine/tick/tick.ts';
import { createPlayedMarket } from './played-market.ts';

interface ReplayMarketOptions {
  /** CSV or .csv.gz of bars or ticks, each named after its pair (REPLAY_FILES). */
  readonly files: readonly string[];
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
 * Plays a recorded market as if it were now. Throws an error with a readable message when the files
 * cannot be played.
 */
export function createReplayMarket(options: ReplayMarketOptions): MarketData {
  const { clock, scheduler, speed = 1, startedAt = clock.now() } = options;
  const recordings = readRecordings(options.files);
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

function readRecordings(files: readonly string[]): Recording[] {
  if (files.length === 0) throw new Error('REPLAY_FILES names no file');
  const recordings = files.map((file) => toRecording(readMarketFile(file)));
  for (const [i, { symbol }] of recordings.entries()) {
    const first = recordings.findIndex((recording) => recording.symbol === symbol);
    if (first < i) throw new Error(`${files[first]} and ${files[i]} name ${symbol} twice`);
  }
  return recordings;
}

function commonSpan(recordings: readonly Recording[]): Span {
  const from = Math.max(...recordings.map((recording) => recording.from));
  const to = Math.min(...recordings.map((recording) => recording.to));
  if (from >= to) throw new Error('the files in REPLAY_FILES have no time in common');
  return { from, to };
}
