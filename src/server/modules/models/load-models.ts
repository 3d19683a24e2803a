import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { getErrorMessage } from '#domain/caught-error.ts';
import { durations } from '#domain/market/duration.ts';
import {
  type AiModelKey,
  aiModelKeys,
  type CardDay,
  type CardSignals,
  type CardStep,
  type ModelCard,
  trainedModelKeys,
} from '#domain/signals/ai-model.ts';
import { getStep, stepStarts } from '#domain/statistics/flag-model.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { parseForecaster } from '#engine/forecast/parse-forecaster.ts';
import type { LocalForecaster } from '#engine/forecast/forecaster.ts';
import { type Experience, type ModelFile, parseModelFile } from '#engine/forecast/model-file.ts';
import type { LoadedModels, ModelMetadataEntry, UnavailableModel } from './models.api.ts';

const ManifestEntry = z.object({
  key: z.enum(aiModelKeys),
  /** File name, next to the manifest. */
  file: z.string().regex(/^[\w.-]+$/),
  /** Of the file's bytes, hexadecimal. */
  sha256: z.string(),
});
export type ManifestEntry = z.infer<typeof ManifestEntry>;

/** `models/manifest.json`: which model files exist, and the hash that each must match. */
export const ModelManifest = z.object({ format: z.literal(1), models: z.array(ManifestEntry) });
export type ModelManifest = z.infer<typeof ModelManifest>;

/**
 * Loads every intact model, with what its card promises. A missing, changed or unreadable file
 * disables only its own model and a stack that has it as a member.
 */
export async function loadModels(folder: URL): Promise<LoadedModels> {
  const manifest = await readManifest(folder);
  if (typeof manifest === 'string') {
    const unavailable = trainedModelKeys.map((key) => ({ key, reason: manifest }));
    return { forecasters: [], metadata: new Map(), unavailable };
  }
  const forecasters: LocalForecaster[] = [];
  const metadata = new Map<AiModelKey, ModelMetadataEntry>();
  const unavailable: UnavailableModel[] = [];
  for (const entry of manifest.models) {
    const { key, file, sha256: fileHash } = entry;
    try {
      const text = await readModelFile(folder, entry);
      const forecaster = parseForecaster(text, forecasters);
      if (forecaster.key !== key) throw new Error(`${file} contains the model ${forecaster.key}`);
      forecasters.push(forecaster);
      const card = await readCard(new URL(file.replace(/\.json$/, '.card.md'), folder), text);
      metadata.set(key, { version: forecaster.version, file: new URL(file, folder), fileHash, card });
    } catch (error) {
      unavailable.push({ key, reason: getErrorMessage(error) });
    }
  }
  return { forecasters, metadata, unavailable };
}

/** The manifest, or the reason why there is none. */
async function readManifest(folder: URL): Promise<ModelManifest | string> {
  try {
    const text = await readFile(new URL('manifest.json', folder), 'utf8');
    return ModelManifest.safeParse(JSON.parse(text)).data ?? 'models/manifest.json is damaged: run npm run train';
  } catch {
    return 'models/manifest.json cannot be read: run npm run train';
  }
}

async function readModelFile(folder: URL, { file, sha256 }: ManifestEntry): Promise<string> {
  const bytes = await readFile(new URL(file, folder)).catch(() => {
    throw new Error(`${file} cannot be read`);
  });
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Error(`${file} is not the trained file: its hash differs from the manifest`);
  }
  return bytes.toString('utf8');
}

/** `kurs_ai_v2.json`, whose text is `file`, has `kurs_ai_v2.card.md` next to it. */
async function readCard(path: URL, file: string): Promise<ModelCard | null> {
  try {
    return parseModelCard(await readFile(path, 'utf8'), parseModelFile(file));
  } catch {
    return null;
  }
}

/**
 * What a model promised: the figures of the kept-out months from its card, as anybody reads them there, and those of its
 * calibration from its file. Null: the card is not of the form that `npm run train` writes.
 */
function parseModelCard(text: string, file: ModelFile): ModelCard | null {
  const learnt = /mid prices of \d+ pairs \(([A-Z, ]+)\), (\S+) to ([\d-]+)/.exec(text);
  const keptOut = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d) took no part/m.exec(text);
  const of = (hours: 'all' | 'day') => durations.flatMap((duration) => toSignals(text, duration, hours) ?? []);
  const signals = of('all');
  if (!learnt || !keptOut || signals.length < durations.length) return null;
  const [, pairs = '', from = '', to = ''] = learnt;
  const [, holdOutFrom = '', holdOutTo = ''] = keptOut;
  return {
    trainedOn: { pairs: pairs.split(', '), from, to },
    keptOut: { from: holdOutFrom, to: holdOutTo },
    signals,
    byDay: of('day').map((own) => ({ ...own, calibrated: getCalibrated(text, own.duration) })),
    steps: getSteps(file),
  };
}

/** The row `| 5 | all | n | share | stated | real (low…high) | later |` of the signals. */
function toSignals(text: string, duration: CardSignals['duration'], hours: 'all' | 'day'): CardSignals | null {
  const row = new RegExp(`^\\| +${duration} \\| +${hours} \\|(.*)$`, 'm').exec(text)?.[1];
  const [n, , mean, rates = ''] = (row ?? '').split('|').map((cell) => cell.trim());
  const numbers = [n, mean, ...rates.split(/[ (…)]+/).slice(0, 3)].map(Number);
  const [count = 0, stated = 0, real = 0, low = 0, high = 0] = numbers;
  if (numbers.length !== 5 || !numbers.every((one) => one > 0)) return null;
  return { duration, count, stated: share(stated), real: share(real), low: share(low), high: share(high) };
}

/** The row `| 5 | AUC | ECE | n | stated | real | difference (low…high) | day | evening | rollover |` as calibrated. */
function getCalibratedRow(text: string, duration: CardSignals['duration']): string[] {
  const table = text.slice(text.indexOf('calibrated at each rollover on'));
  const row = new RegExp(`^\\| +${duration} \\|(.*)$`, 'm').exec(table)?.[1] ?? '';
  return row.split('|').map((cell) => cell.trim());
}

function getCalibrated(text: string, duration: CardSignals['duration']): CardDay['calibrated'] {
  const [, , count, stated, real, difference = ''] = getCalibratedRow(text, duration);
  const [, low, high] = /\((-?[\d.]+)…(-?[\d.]+)\)/.exec(difference) ?? [];
  const [n = 0, a = 0, b = 0, c = 0, d = 0] = [count, stated, real, low, high].map(Number);
  if (![n, a, b, c, d].every(Number.isFinite) || low === undefined) return null;
  // Stated minus real, so the ends change places.
  return { count: n, real: share(b), low: share(a - d), high: share(a - c) };
}

/** The card states hundredths of a percent. */
const share = (percent: number): number => Math.round(percent * 100) / 10_000;

interface StepSums {
  count: number;
  won: number;
  /** Sums of the min and the max that can have been stated, percent. */
  min: number;
  max: number;
}

/**
 * Over all durations and market sessions. A group in the file gives only the bounds of its stated
 * forecasts, so the interval is wider by that range; the last group of each has no upper bound and
 * is left out.
 */
function getSteps({ durations: heads }: ModelFile): CardStep[] {
  const steps = stepStarts.map((): StepSums => ({ count: 0, won: 0, min: 0, max: 0 }));
  for (const duration of durations)
    for (const groups of Object.values(heads[duration].experience)) addGroups(steps, groups);
  return steps.flatMap(({ count, won, min, max }, i) => {
    const interval = count < minOutcomesForRate ? null : wilsonInterval(won, count);
    if (!interval) return [];
    const [low, high] = [interval.low - max / count / 100, interval.high - min / count / 100];
    return [{ from: stepStarts[i] ?? 50, count, low, high }];
  });
}

function addGroups(steps: readonly StepSums[], groups: readonly Experience[]): void {
  groups.slice(0, -1).forEach(({ from, count, won }, i) => {
    const step = steps[getStep(from)];
    if (!step) return;
    step.count += count;
    step.won += won;
    step.min += count * from;
    step.max += count * (groups[i + 1]?.from ?? from);
  });
}
