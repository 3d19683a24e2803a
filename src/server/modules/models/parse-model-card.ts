import { getStep, stepStarts } from '#domain/statistics/calibration-steps.ts';
import { durations } from '#domain/market/duration.ts';
import type { CardDay, CardSignals, CardStep, ModelCard } from '#domain/signals/model-card.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import type { Experience, ModelFile } from '#engine/forecast/model-file.ts';

/**
 * What a model promised: the figures of the kept-out months from its card, as anybody reads them there, and those of its
 * calibration from its file. Null: the card is not of the form that `npm run train` writes.
 */
export function parseModelCard(text: string, file: Pick<ModelFile, 'durations'>): ModelCard | null {
  const learnt = /mid prices of \d+ pairs \(([A-Z, ]+)\), (\S+) to ([\d-]+)/.exec(text);
  const keptOut = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d) took no part/m.exec(text);
  // The table of calibration before it has rows of the same form.
  const table = text.slice(text.indexOf('Signals: what was stated'));
  const of = (hours: 'all' | 'day') => durations.flatMap((duration) => toSignals(table, duration, hours) ?? []);
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

/** The row `| 5 | all | from | n | share | stated | real | low…high | …` of the signals' table. */
function toSignals(text: string, duration: CardSignals['duration'], hours: 'all' | 'day'): CardSignals | null {
  const row = new RegExp(`^\\| +${duration} \\| +${hours} \\|(.*)$`, 'm').exec(text)?.[1];
  const [from, count, , stated, real, interval = ''] = (row ?? '').split('|').map((cell) => cell.trim());
  const [low, high] = interval.split('…').map(Number);
  const numbers = [from, count, stated, real].map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (![...numbers, low, high].every((one) => one !== undefined && one > 0)) return null;
  return {
    duration,
    from: a,
    count: b,
    stated: share(c),
    real: share(d),
    low: share(low ?? 0),
    high: share(high ?? 0),
  };
}

/**
 * The row `| 5 | day | <five cells of the file> | n | stated | real | difference (low…high) | later |`
 * of the table of the kept-out months as calibrated day by day.
 */
function getCalibrated(text: string, duration: CardSignals['duration']): CardDay['calibrated'] {
  const table = text.slice(text.indexOf('calibrated at each rollover from'));
  const row = new RegExp(`^\\| +${duration} \\| +day \\|(.*)$`, 'm').exec(table)?.[1] ?? '';
  const [count, stated, real, difference = ''] = row.split('|').slice(fileColumns);
  const [, low, high] = /\((-?[\d.]+)…(-?[\d.]+)\)/.exec(difference) ?? [];
  const [n = 0, a = 0, b = 0, c = 0, d = 0] = [count, stated, real, low, high].map(Number);
  if (![n, a, b, c, d].every(Number.isFinite) || low === undefined) return null;
  // Stated minus real, so the ends change places.
  return { count: n, real: share(b), low: share(a - d), high: share(a - c) };
}

const fileColumns = 5;

/** The card states hundredths of a percent. */
const share = (percent: number): number => Math.round(percent * 100) / 10_000;

interface Step {
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
function getSteps({ durations: heads }: Pick<ModelFile, 'durations'>): CardStep[] {
  const steps = stepStarts.map((): Step => ({ count: 0, won: 0, min: 0, max: 0 }));
  for (const duration of durations)
    for (const groups of Object.values(heads[duration].experience)) addGroups(steps, groups);
  return steps.flatMap(({ count, won, min, max }, i) => {
    const interval = count < minOutcomesForRate ? null : wilsonInterval(won, count);
    if (!interval) return [];
    const [low, high] = [interval.low - max / count / 100, interval.high - min / count / 100];
    return [{ from: stepStarts[i] ?? 50, count, low, high }];
  });
}

function addGroups(steps: readonly Step[], groups: readonly Experience[]): void {
  groups.slice(0, -1).forEach(({ from, count, won }, i) => {
    const step = steps[getStep(from)];
    if (!step) return;
    step.count += count;
    step.won += won;
    step.min += count * from;
    step.max += count * (groups[i + 1]?.from ?? from);
  });
}
