import { describe, expect, it } from 'vitest';
import type { ModelFigures } from '#contract/record/record.ts';
import { evidenceOf, evidenceScale, pastResultOf } from './model-evidence.ts';

const none = { total: 12, winRate: null, low: null, high: null, effective: null };
const counts = { successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
const many = { total: 300, winRate: 0.57, low: 0.51, high: 0.63, effective: 250 };

const figuresOf = (own: typeof none | typeof many, issued: typeof none | typeof many | null): ModelFigures => ({
  aiModel: 'kurs_ai_v2',
  ...counts,
  ...own,
  breakEven: 0.55,
  rank: null,
  calibration: null,
  reliability: [],
  shadow: issued && {
    issued: { ...counts, ...issued },
    inTurn: { ...counts, ...none },
    stated: 1,
    abstained: null,
    reliability: [],
  },
  flagged: false,
  flag: null,
  card: null,
  proven: null,
});

describe('the evidence on a model card', () => {
  it('is based on signals issued to users, once there are enough', () => {
    expect(evidenceOf({}, figuresOf(many, { ...many, winRate: 0.6 }))).toMatchObject({ of: 'signals', winRate: 0.57 });
  });

  it('is based on shadow forecasts while users have received too few signals', () => {
    expect(evidenceOf({}, figuresOf(none, many))).toMatchObject({ kind: 'measured', of: 'shadow', count: 300 });
  });

  it('is missing below 100 outcomes, and before the figures are loaded', () => {
    expect(evidenceOf({}, figuresOf(none, null))).toEqual({ kind: 'tooFew' });
    expect(evidenceOf({}, undefined)).toEqual({ kind: 'tooFew' });
  });

  it('reports a language model as not calibrated below 200 settled forecasts, whatever the outcomes of its signals', () => {
    expect(evidenceOf({ settledAnswers: 199 }, figuresOf(many, null))).toEqual({ kind: 'notCalibrated', settled: 199 });
    expect(evidenceOf({ settledAnswers: 200 }, figuresOf(many, null))).toMatchObject({ kind: 'measured' });
  });

  it('shares one scale with all other cards, which includes the break-even', () => {
    const line = evidenceScale([evidenceOf({}, figuresOf(many, null)), { kind: 'tooFew' }], 0.55);
    expect(line?.x(0.48)).toBeCloseTo(0, 9);
    expect(line?.x(0.66)).toBeCloseTo(160, 9);
    expect(line?.x(0.55)).toBeGreaterThan(0);
    expect(evidenceScale([{ kind: 'tooFew' }], 0.55)).toBeNull();
  });
});

describe('the past result on a model card', () => {
  const result = { duration: 5, count: 50_000, real: 0.565, low: 0.56, high: 0.57, calibrated: null };
  const card = { from: '2018-10-01', to: '2018-12-31', byDay: [result] };

  it('is that of the chosen duration, and missing where the model had no signals by day', () => {
    const figures = { ...figuresOf(none, null), card };
    expect(pastResultOf(figures, 5)).toMatchObject({ from: Date.parse('2018-10-01'), rate: 0.565 });
    expect(pastResultOf(figures, 2)).toMatchObject({ rate: null });
  });

  it('is missing without a card', () => {
    expect(pastResultOf(figuresOf(none, null), 5)).toBeNull();
    expect(pastResultOf(undefined, 5)).toBeNull();
  });
});
