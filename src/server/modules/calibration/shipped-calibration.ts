import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import type { Calibration } from './calibration.api.ts';

/** The calibration of a version of a model. */
export interface EstimatedCalibration extends Calibration {
  readonly model: AiModelKey;
  readonly version: string;
}

const ShippedCalibration = z.object({
  source: z.string(),
  feed: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  models: z.array(
    z.object({
      model: z.enum(aiModelKeys),
      version: z.string(),
      decisions: z.number().int().positive(),
      factors: z.array(z.string()),
    }),
  ),
});

const path = '../../../../fixtures/market-data/simulated-market.calibration.json';
export const shippedFile = new URL(path, import.meta.url);

/** The calibrations with which the simulated market begins; empty for any other feed. */
export function readShippedCalibrations(feed: string): readonly EstimatedCalibration[] {
  const {
    feed: measuredOn,
    models,
    ...period
  } = ShippedCalibration.parse(JSON.parse(readFileSync(shippedFile, 'utf8')));
  return measuredOn === feed ? models.map((one) => ({ from: period.from, to: period.to, ...one })) : [];
}
