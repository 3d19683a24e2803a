import type { Bar } from '#engine/bar/bar.ts';
import { minuteMs } from '#domain/time.ts';
import type { Recording } from './recording.ts';

/** The newest `count` bars before `end`, fewer if the recording has fewer. */
export function lastBars(recording: Recording, end: number, count: number): readonly Bar[] {
  // Weekends and gaps make `count` bars span more minutes: the window doubles until they are found.
  for (let minutes = count; ; minutes *= 2) {
    const bars = recording.bars(end - minutes * minuteMs, end);
    if (bars.length >= count || end - minutes * minuteMs <= recording.from) return count > 0 ? bars.slice(-count) : [];
  }
}
