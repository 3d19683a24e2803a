import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';
import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { bySessionAndDuration } from './calibration-statistics.ts';
import type { Forecaster } from '../forecaster.ts';
import type { AppliedCalibration } from './calibration.ts';

/** By model; a model without an element keeps the probability of its file. */
export type AppliedCalibrations = ReadonlyMap<AiModelKey, AppliedCalibration>;

/** The models as calibrated on a feed. */
export const calibrateAll = (forecasters: readonly Forecaster[], calibrations: AppliedCalibrations): Forecaster[] =>
  forecasters.map((forecaster) => {
    const calibration = calibrations.get(forecaster.key);
    return calibration ? forecaster.onFeed(calibration) : forecaster;
  });

/** One line for each model: `kurs_ai_v2 ab12cd34 day:2:0.712 day:3:0.7 …`. */
export const writeCalibrations = (calibrations: AppliedCalibrations): string[] =>
  [...calibrations].map(([model, { id, factors }]) =>
    [
      model,
      id,
      ...marketSessions.flatMap((session) =>
        durations.map((duration) => `${session}:${duration}:${factors[session][duration]}`),
      ),
    ].join(' '),
  );

/** Throws an Error for a line of another form. */
export const parseCalibrations = (lines: readonly string[]): AppliedCalibrations =>
  new Map(lines.map(parseCalibration));

function parseCalibration(line: string): readonly [AiModelKey, AppliedCalibration] {
  const [model = '', id = '', ...parts] = line.split(' ');
  const written = new Map(
    parts.map((part) => {
      const at = part.lastIndexOf(':');
      return [part.slice(0, at), Number(part.slice(at + 1))];
    }),
  );
  const factors = bySessionAndDuration((session, duration) => written.get(`${session}:${duration}`) ?? Number.NaN);
  const isWhole = marketSessions.every((session) => durations.every((duration) => factors[session][duration] >= 0));
  if (!isAiModelKey(model) || !isWhole) throw new Error(`not a calibration: ${line}`);
  return [model, { id, factors }];
}
