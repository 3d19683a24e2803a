import { PublishedFigures } from '#contract/record/cards.ts';
import type { ModelRecordFigures, SetFigures } from '#contract/record/record.ts';
import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import type { RecordModel } from '#record/lines.ts';
import type { KnownModel } from '#web/record/figures.ts';

const newest = Date.parse('2026-11-18T12:00:00.000Z');

/** Figures of a model of which nothing is settled. */
export const noFigures = (model: AiModelKey): ModelRecordFigures => ({ model, ...getGroup(0, 0) });

/** A model as the pages know it, of which nothing is settled. */
export const aKnownModel = (model: AiModelKey, over: Partial<ModelRecordFigures> = {}): KnownModel => ({
  model,
  calibration: null,
  card: null,
  flag: null,
  figures: { ...noFigures(model), ...over },
});

/** The answer of the server that has these models alone. */
export const toPublished = (known: readonly KnownModel[]): PublishedFigures =>
  PublishedFigures.parse({
    ...getFigures(0, null),
    models: known.flatMap(({ figures }) => figures ?? []),
    states: known.map(({ figures: _figures, ...state }) => state),
  });

/** Models above, across and below the break-even, one that drifted, and one with too few outcomes. */
const standings: readonly (readonly [RecordModel, signals: number, rate: number])[] = [
  ['kurs_ai_v2', 3_942, 0.575],
  ['kurs_ai_v1', 5_120, 0.551],
  ['vip', 412, 0.58],
  ['36trade_ai_plus', 1_140, 0.529],
  ['13_squad', 1_764, 0.512],
  ['chatgpt_4o', 61, 0.5],
];

export function getFigures(size: number, days: number | null): PublishedFigures {
  const share = size === 0 ? 0 : days === null ? 1 : days / 365;
  const models = standings.map(([model, signals, rate]) => ({ model, ...getGroup(Math.round(signals * share), rate) }));
  const all = models.reduce((sum, { signals }) => sum + signals.total, 0);
  return PublishedFigures.parse({
    size,
    days,
    models,
    all: getGroup(all, 0.55),
    practice: toRated(Math.round(64 * share), 0.5),
    equity: {
      payout: 0.82,
      trades: all,
      total: Math.round(all * 0.01),
      drawdown: { depth: 41.5, from: '2026-10-02T08:00:00.000Z', to: '2026-10-19T15:00:00.000Z' },
      longestLosses: 9,
      points: Array.from({ length: 60 }, (_, i) => {
        const total = i * 2 * share + 14 * Math.sin(i / 5) * share;
        return {
          at: new Date(newest - (60 - i) * 86_400_000).toISOString(),
          trades: i,
          total,
          peak: Math.max(total, i * 2 * share),
        };
      }),
    },
    states: standings.slice(0, 5).map(([model], i) => getState(model, i)),
  });
}

const getGroup = (count: number, rate: number): Omit<ModelRecordFigures, 'model'> => ({
  signals: toRated(count, rate),
  inTurn: toRated(count * 20, rate),
});

/** So many outcomes, of which this share won; below 100 without a rate. */
export function toRated(total: number, rate: number): SetFigures {
  const successful = Math.round(total * rate);
  const interval = total < 100 ? null : wilsonInterval(successful, total);
  return {
    total,
    successful,
    neutral: 0,
    unsuccessful: total - successful,
    void: 0,
    winRate: interval && successful / total,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    steps: interval ? getSteps(total, rate) : [],
  };
}

const getSteps = (count: number, rate: number) =>
  [0.555, 0.569, 0.588, 0.617].map((stated, i) => ({
    stated,
    real: rate - 0.035 + i * 0.018,
    low: rate - 0.065 + i * 0.016,
    high: rate + i * 0.02,
    count: Math.round(count / (1 + i)) + 100,
  }));

/** The first models are calibrated on the feed, the others not yet. */
const getState = (model: RecordModel, i: number) => ({
  model,
  calibration:
    i > 2
      ? null
      : {
          from: '2026-08-24T21:00:00.000Z',
          to: '2026-11-17T22:00:00.000Z',
          decisions: 5_312_480,
          sessions: marketSessions.flatMap((session, at) =>
            durations.map((duration) => {
              const factor = [0.92, 0.31, 0.66][at] ?? 1;
              return { session, duration, factor, low: factor - 0.06, high: factor + 0.06 };
            }),
          ),
        },
  card: null,
  flag:
    model === '13_squad'
      ? { from: 56, count: 1_764, live: { value: -0.05, low: -0.08, high: -0.02 }, card: { low: -0.01, high: 0.01 } }
      : null,
});
