import type { Duration } from '#domain/market/duration.ts';
import { createMarketFeatures } from '#engine/features/market-features.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import type { BarTable } from '#engine/bar/bar-table.ts';
import { listSymbols, walkMarket } from '../bars/walk-market.ts';

/** Start times of bars, milliseconds UTC; the end is exclusive. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface Written {
  readonly lines: number;
  /** Number of bars in the range. */
  readonly inRange: number;
}

/** One line of JSON on stdout for every decision of the market, in chronological order. */
export async function writeForecasts(
  tables: readonly BarTable[],
  forecaster: Forecaster,
  duration: Duration,
  { from, to }: Range,
): Promise<Written> {
  const market = createMarketFeatures(listSymbols(tables));
  const isoTime = createIsoTime();
  let lines = 0;
  let inRange = 0;
  let text = '';
  for (const minute of walkMarket(tables)) {
    const time = minute[0]?.bar.time ?? to;
    if (time >= to) break;
    for (const { pair, bar } of minute) market.push(pair, bar);
    market.close(time);
    if (time < from) continue;
    inRange += minute.length;
    for (const { pair, table } of minute) {
      const features = market.vector(pair);
      const forecast = features && forecaster.forecast(table.symbol, time, features, duration);
      if (!forecast) continue;
      lines += 1;
      text += `{"symbol":"${table.symbol}","time":"${isoTime(time)}","duration":${duration},"pUp":${forecast.pUp},"passability":${forecast.passability}}\n`;
    }
    if (text.length < batchLength) continue;
    await write(text);
    text = '';
  }
  await write(text);
  return { lines, inRange };
}

/** Characters per write. */
const batchLength = 1 << 16;

/** toISOString for whole minutes in ascending order: the date part is cached between calls. */
function createIsoTime(): (time: number) => string {
  let day = Number.NaN;
  let dayText = '';
  return (time) => {
    const midnight = Math.floor(time / dayMs) * dayMs;
    if (midnight !== day) {
      day = midnight;
      dayText = new Date(midnight).toISOString().slice(0, 11);
    }
    const minutes = (time - midnight) / minuteMs;
    return `${dayText}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00.000Z`;
  };
}

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** Waits while the reader of the pipe is slower (backpressure). */
async function write(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
