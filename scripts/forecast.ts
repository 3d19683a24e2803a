import { isClosedWeekend } from '#domain/new-york-time.ts';
import { type Duration, durations } from '#domain/duration.ts';
import { createFeatureStream } from '#engine/features/feature-stream.ts';
import type { Forecaster } from '#engine/forecast/forecaster.ts';
import type { BarFile } from './bars/find-bar-files.ts';
import { readBars } from './bars/read-bars.ts';
import { UsageError } from './bars/usage-error.ts';
import { choiceOption, instantOption, parseOptions } from './command/parse-options.ts';
import { runCommand } from './command/run-command.ts';
import { modelKeys, modelsFolder, readModels } from './evaluation/read-models.ts';

/**
 * npm run forecast -- --data <folder or files> --model kurs_ai_v2 --duration 5 [--from 2018-10-01] [--to 2019-01-01]
 * One line of JSON for every decision, file after file, in time's order; nothing else on stdout. `time` is the start of
 * the last closed bar. Bars are read as they come, so a prefix of a file gives the same lines.
 */
await runCommand(async () => {
  const { texts, data } = parseOptions(process.argv.slice(2), ['from', 'to', 'model', 'duration']);
  const range = {
    from: instantOption(texts, 'from', Number.NEGATIVE_INFINITY),
    to: instantOption(texts, 'to', Number.POSITIVE_INFINITY),
  };
  if (range.from >= range.to) throw new UsageError('--from must lie before --to.');
  const duration = durationOption(choiceOption(texts, 'duration', durations.map(String)));
  const [model] = await readModels(modelsFolder, required('model', choiceOption(texts, 'model', modelKeys)));
  let lines = 0;
  for (const file of data)
    lines += await writeForecasts(file, (model as { forecaster: Forecaster }).forecaster, duration, range);
  if (lines === 0)
    throw new UsageError('No bar in this range can be forecast: it holds none, or too few to warm the features up.');
});

function required<T>(name: string, value: T | null): T {
  if (value === null) throw new UsageError(`--${name} is missing.`);
  return value;
}

const durationOption = (text: string | null): Duration => Number(required('duration', text)) as Duration;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the number of lines. */
async function writeForecasts(
  { path, symbol }: BarFile,
  forecaster: Forecaster,
  duration: Duration,
  { from, to }: Range,
): Promise<number> {
  const stream = createFeatureStream(symbol);
  let lines = 0;
  for await (const bars of readBars(path)) {
    let text = '';
    for (const bar of bars) {
      if (bar.time >= to || isClosedWeekend(bar.time)) continue;
      const features = stream.push(bar);
      const forecast = features && bar.time >= from && forecaster.forecast(symbol, bar.time, features, duration);
      if (!forecast) continue;
      lines += 1;
      text += `{"symbol":"${symbol}","time":"${isoTime(bar.time)}","duration":${duration},"pUp":${forecast.pUp},"passability":${forecast.passability},"signalled":${forecast.signalled}}\n`;
    }
    await write(text);
  }
  return lines;
}

let day = Number.NaN;
let dayText = '';
const dayMs = 86_400_000;
const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** The same as toISOString for a whole minute, with the date kept from call to call: half the cost of a line was this. */
function isoTime(time: number): string {
  const midnight = Math.floor(time / dayMs) * dayMs;
  if (midnight !== day) {
    day = midnight;
    dayText = new Date(midnight).toISOString().slice(0, 11);
  }
  const minutes = (time - midnight) / 60_000;
  return `${dayText}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00.000Z`;
}

/** Waits while the reader of the pipe is slower than we are. */
async function write(text: string): Promise<void> {
  if (text === '' || process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
