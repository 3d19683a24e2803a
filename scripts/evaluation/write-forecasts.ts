import type { Duration } from '#domain/duration.ts';
import { isClosedWeekend } from '#domain/new-york-time.ts';
import { createFeatureStream } from '#engine/features/feature-stream.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import type { BarFile } from '../bars/find-bar-files.ts';
import { readBars } from '../bars/read-bars.ts';

/** Of the bars' starts, milliseconds UTC; the end is not included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Written {
  readonly lines: number;
  /** Bars of the open market that lie in the range. */
  readonly inRange: number;
}

/** One line of JSON on stdout for every decision of the file. */
export async function writeForecasts(
  { path, symbol }: BarFile,
  forecaster: Forecaster,
  duration: Duration,
  { from, to }: Range,
): Promise<Written> {
  const stream = createFeatureStream(symbol);
  const isoTime = createIsoTime();
  let lines = 0;
  let inRange = 0;
  for await (const bars of readBars(path)) {
    let text = '';
    for (const bar of bars) {
      if (bar.time >= to || isClosedWeekend(bar.time)) continue;
      const features = stream.push(bar);
      if (bar.time < from) continue;
      inRange += 1;
      const forecast = features && forecaster.forecast(symbol, bar.time, features, duration);
      if (!forecast) continue;
      lines += 1;
      text += `{"symbol":"${symbol}","time":"${isoTime(bar.time)}","duration":${duration},"pUp":${forecast.pUp},"passability":${forecast.passability},"signalled":${forecast.signalled}}\n`;
    }
    await write(text);
  }
  return { lines, inRange };
}

const dayMs = 86_400_000;

/** toISOString for whole minutes in rising time: the day's part is kept from call to call. */
function createIsoTime(): (time: number) => string {
  let day = Number.NaN;
  let dayText = '';
  return (time) => {
    const midnight = Math.floor(time / dayMs) * dayMs;
    if (midnight !== day) {
      day = midnight;
      dayText = new Date(midnight).toISOString().slice(0, 11);
    }
    const minutes = (time - midnight) / 60_000;
    return `${dayText}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00.000Z`;
  };
}

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** Waits while the reader of the pipe is slower than we are. */
async function write(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
