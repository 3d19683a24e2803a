import { expect, test } from 'vitest';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { aKnownModel, toRated } from '#tests/support/browser/fake-figures.ts';
import { chooseWinRate } from './choose-win-rate.ts';

const figures = (model: AiModelKey, won: number, lost: number) =>
  aKnownModel(model, { signals: toRated(won + lost, won / (won + lost)) });
const choose = (known: Partial<Parameters<typeof chooseWinRate>[0]>) =>
  chooseWinRate({ own: null, models: [], overall: null, model: 'vip', breakEven: 0.55, ...known });

test('is the break-even rate when nothing was measured', () => {
  const breakEven = { kind: 'break_even', model: null, rate: 0.55, interval: null, count: 0 };
  expect(choose({})).toEqual(breakEven);
  expect(choose({ own: { successful: 60, unsuccessful: 39 }, models: [figures('vip', 50, 49)] })).toEqual(breakEven);
  // An answer without the counts, as of a proxy or another release.
  expect(choose({ own: {} as { successful: number; unsuccessful: number } })).toEqual(breakEven);
});

test('is the rate most specific to the trader, with its interval', () => {
  const models = [figures('vip', 60, 40), figures('kurs_ai_v2', 500, 500)];
  const overall = toRated(1_100, 560 / 1_100);
  const own = choose({ own: { successful: 55, unsuccessful: 45 }, models, overall });
  expect(own).toMatchObject({ kind: 'own', rate: 0.55, count: 100 });
  expect(own.interval?.low).toBeCloseTo(0.4524, 3);
  expect(own.interval?.high).toBeCloseTo(0.6439, 3);
  expect(choose({ models, overall }).kind).toBe('model');
  expect(choose({ models, overall, model: 'kurs_ai_v1' }).kind).toBe('all');
  const byClock = [aKnownModel('vip', { inTurn: toRated(2_000, 0.55) })];
  expect(choose({ models: byClock })).toMatchObject({ kind: 'in_turn', model: 'vip', count: 2_000 });
});
