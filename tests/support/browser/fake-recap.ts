import type { z } from 'zod';
import { DayRecap } from '#contract/record/views.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';

export const newestDay = '2026-11-17';
export const emptyDay = '2026-11-15';

type Counts = DayRecap['signals'];

const counts = (successful: number, unsuccessful: number, neutral = 0, voided = 0): Counts => ({
  total: successful + unsuccessful + neutral,
  successful,
  neutral,
  unsuccessful,
  void: voided,
});
const unrated = (own: Counts) => ({ ...own, winRate: null, low: null, high: null });
const none = counts(0, 0);

function model(aiModel: AiModelKey, signals: Counts, shadow: Counts | null) {
  const rate = shadow && shadow.successful / (shadow.successful + shadow.unsuccessful);
  const rated = shadow && rate !== null && { ...shadow, winRate: rate, low: rate - 0.02, high: rate + 0.02 };
  return { aiModel, signals: unrated(signals), shadow: rated };
}

const models = [
  model('kurs_ai_v2', counts(9, 7, 1), counts(3_912, 3_104, 201, 36)),
  model('chatgpt_4o', counts(1, 2, 0, 1), null),
  model('vip', counts(2, 6), counts(812, 790, 33, 12)),
];

const sumUp = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, one) => ({
      total: sum.total + one.total,
      successful: sum.successful + one.successful,
      neutral: sum.neutral + one.neutral,
      unsuccessful: sum.unsuccessful + one.unsuccessful,
      void: sum.void + one.void,
    }),
    none,
  );

const statement = { symbol: 'EURUSD', direction: 'BUY', duration: 5, issuedAt: `${newestDay}T09:14:00.000Z` } as const;

/** The recap of a day that is not after the newest one; null: not found. */
export function fakeRecap(day: string): z.infer<typeof DayRecap> | null {
  if (day > newestDay) return null;
  const days = { day, first: '2026-11-01', newest: newestDay, breakEven: 1 / 1.82 };
  if (day === emptyDay)
    return DayRecap.parse({ ...days, signals: none, shadow: none, models: [], best: null, worst: null, lesson: null });
  return DayRecap.parse({
    ...days,
    signals: sumUp(models.map(({ signals }) => signals)),
    shadow: sumUp(models.flatMap(({ shadow }) => shadow || [])),
    models,
    best: { ...statement, index: 8, source: 'shadow', aiModel: 'kurs_ai_v2', passability: 63.25 },
    worst: { ...statement, index: 4, source: 'signal', aiModel: 'vip', direction: 'SELL', passability: 66.5 },
    lesson: 'surest_lost',
  });
}
