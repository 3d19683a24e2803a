import { newYorkOffsetMs } from '#domain/market/new-york-time.ts';
import { warmUpBars } from '#engine/features/feature-stream.ts';
import { dayMs, hourMs, minuteMs, weekMs } from '#domain/time.ts';
import { lastBars, type Recording } from './recording.ts';

/** The time range that all recordings share. */
export interface Span {
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
export function playingStart(recordings: readonly Recording[], span: Span, now: number): number {
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
  if (start === undefined) throw new Error('the files in REPLAY_FILES have no minute with a price of each pair');
  return start;
}

function barsBefore(count: number): number {
  if (count >= wantedBars + count / 4) return wantedBars;
  return Math.max(Math.floor(count / 2), count > warmUpBars ? warmUpBars : 0);
}
