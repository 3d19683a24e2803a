import { expect, test } from 'vitest';
import type { ModelFigures } from '#contract/record/record.ts';
import { unmeasuredFigures } from '#tests/support/browser/fake-automatic.ts';
import { computeWinRates } from './win-rates.ts';

const figures = (aiModel: ModelFigures['aiModel'], won: number, lost: number): ModelFigures => ({
  ...unmeasuredFigures(aiModel),
  total: won + lost,
  successful: won,
  unsuccessful: lost,
  winRate: won + lost < 100 ? null : won / (won + lost),
  low: won + lost < 100 ? null : 0.4,
  high: won + lost < 100 ? null : 0.7,
  breakEven: 0.55,
});
const toKinds = (known: Partial<Parameters<typeof computeWinRates>[0]>): string[] =>
  computeWinRates({ own: null, models: [], overall: null, model: 'vip', breakEven: 0.55, ...known }).map(
    ({ kind }) => kind,
  );

test('returns only the break-even rate when nothing was measured', () => {
  expect(computeWinRates({ own: null, models: [], overall: null, model: 'vip', breakEven: 0.55 })).toEqual([
    { kind: 'break_even', model: null, rate: 0.55, interval: null, count: 0 },
  ]);
  expect(toKinds({ own: { successful: 60, unsuccessful: 39 }, models: [figures('vip', 50, 49)] })).toEqual([
    'break_even',
  ]);
});

test('puts the rate most specific to the trader first', () => {
  const models = [figures('vip', 60, 40), figures('manual', 500, 500)];
  const overall = figures('vip', 560, 540);
  expect(toKinds({ own: { successful: 55, unsuccessful: 45 }, models, overall })).toEqual([
    'own',
    'model',
    'all',
    'break_even',
  ]);
  expect(toKinds({ models, overall, model: 'kurs_ai_v1' })).toEqual(['all', 'break_even']);
});

test('gives a measured rate its interval', () => {
  const [own] = computeWinRates({
    own: { successful: 55, unsuccessful: 45 },
    models: [],
    overall: null,
    model: 'vip',
    breakEven: 0.55,
  });
  expect(own).toMatchObject({ rate: 0.55, count: 100 });
  expect(own?.interval?.low).toBeCloseTo(0.4524, 3);
  expect(own?.interval?.high).toBeCloseTo(0.6439, 3);
});

test('uses shadow results while users have too few signals', () => {
  const issued = {
    total: 4_000,
    successful: 2_200,
    neutral: 0,
    unsuccessful: 1_800,
    void: 0,
    winRate: 0.55,
    low: 0.52,
    high: 0.58,
    effective: 1_000,
  };
  const shadow = { issued, inTurn: issued, stated: 9_000, abstained: 0.5, reliability: [] };
  expect(toKinds({ models: [{ ...figures('vip', 3, 2), shadow }] })).toEqual(['shadow', 'break_even']);
});
