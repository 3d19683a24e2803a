import { describe, expect, it } from 'vitest';
import type { ModelFigures } from '#contract/record/record.ts';
import { getEvidence } from './model-evidence.ts';

const none = { total: 12, winRate: null, low: null, high: null, effective: null };
const counts = { successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
const many = { total: 300, winRate: 0.57, low: 0.51, high: 0.63, effective: 250 };

const computeFigures = (own: typeof none | typeof many, issued: typeof none | typeof many | null): ModelFigures => ({
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
    expect(getEvidence({}, computeFigures(many, { ...many, winRate: 0.6 }))).toEqual({
      kind: 'measured',
      winRate: 0.57,
    });
  });

  it('is based on shadow forecasts while users have received too few signals', () => {
    expect(getEvidence({}, computeFigures(none, many))).toEqual({ kind: 'measured', winRate: 0.57 });
  });

  it('is missing below 100 outcomes, and before the figures are loaded', () => {
    expect(getEvidence({}, computeFigures(none, null))).toEqual({ kind: 'tooFew' });
    expect(getEvidence({}, undefined)).toEqual({ kind: 'tooFew' });
  });

  it('reports a language model as not calibrated below 200 settled forecasts, whatever the outcomes of its signals', () => {
    expect(getEvidence({ settledAnswers: 199 }, computeFigures(many, null))).toEqual({
      kind: 'notCalibrated',
      settled: 199,
    });
    expect(getEvidence({ settledAnswers: 200 }, computeFigures(many, null))).toMatchObject({ kind: 'measured' });
  });
});
