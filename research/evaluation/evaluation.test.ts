import { describe, expect, it } from 'vitest';
import { aTreeFile } from '#tests/support/market/model-files.ts';
import { computeFigures, scoreRules } from './figures.ts';
import { createVerdicts, type Verdicts } from './judge-forecasts.ts';

const computeVerdicts = (list: readonly [pUp: number, outcome: number, session?: number][]): Verdicts => {
  const verdicts = createVerdicts();
  for (const [pUp, outcome, session = 0] of list) verdicts.add(pUp, outcome, session);
  return verdicts;
};

describe('scores', () => {
  it('counts the area as the share of pairs in the right order', () => {
    // Rises at .3, .6, .9 against falls at .2, .6: 1 + 1.5 + 2 of 6 pairs in the right order.
    expect(
      scoreRules(
        computeVerdicts([
          [0.3, 1],
          [0.6, 1],
          [0.9, 1],
          [0.2, -1],
          [0.6, -1],
        ]),
      ).auc,
    ).toBeCloseTo(4.5 / 6, 12);
  });

  it('excludes ties from Brier score and calibration error', () => {
    const rules = scoreRules(
      computeVerdicts([
        [0.75, 1],
        [0.75, -1],
        [0.9, 0],
      ]),
    );
    expect(rules.brier).toBeCloseTo((0.25 ** 2 + 0.75 ** 2) / 2, 12);
    // Empty bins have no weight; each of the two forecasts falls into its own bin.
    expect(rules.ece).toBeCloseTo((0.25 + 0.75) / 2, 12);
  });

  it('finds no calibration error when outcomes match the stated probabilities', () => {
    const list = Array.from({ length: 1_000 }, (_, i): [number, number] => [0.6, i % 5 < 3 ? 1 : -1]);
    expect(scoreRules(computeVerdicts(list)).ece).toBeCloseTo(0, 12);
  });
});

describe('figures', () => {
  const verdicts = computeVerdicts([
    [0.62, 1],
    [0.62, -1],
    [0.4, -1, 2],
    [0.51, 0],
    [0.51, -1],
  ]);
  const computeAt = (payout: number) =>
    computeFigures({ model: 'kurs_ai_v2', duration: 5, verdicts }, aTreeFile().durations[5], payout);
  const figures = computeAt(0.82);

  it('counts ties separately and excludes them from the accuracy', () => {
    expect(figures).toMatchObject({ n: 5, ties: 1 });
    expect(figures.coverages[0]).toMatchObject({ nominal: 100, n: 5, ties: 1, coverage: 100, accuracy: 50 });
  });

  it('selects by the frozen thresholds', () => {
    expect(figures.coverages.map(({ nominal, n }) => [nominal, n])).toEqual([
      [100, 5],
      [50, 5],
      [20, 3],
      [10, 3],
      [5, 3],
      [1, 3],
    ]);
  });

  it('compares stated with real rates by session', () => {
    expect(figures.signalled.n).toBe(3);
    expect(figures.signalled.stated).toBeCloseTo((62 + 62 + 60) / 3, 9);
    expect(figures.signalled.accuracy).toBeCloseTo(200 / 3, 9);
    // Break-even is 62.5 %.
    expect(computeAt(0.6).signalled).toMatchObject({ n: 0, accuracy: null });
    expect(figures.bySession.rollover.signalled).toMatchObject({ n: 1, accuracy: 100, coverage: 100 });
    expect(figures.bySession.evening.signalled).toMatchObject({ n: 0, accuracy: null, statedMinusReal: null });
  });
});
