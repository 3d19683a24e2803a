import { describe, expect, it } from 'vitest';
import type { ModelFigures } from '#contract/record.ts';
import { evidenceOf, evidenceScale } from './model-evidence.ts';

const none = { total: 12, winRate: null, low: null, high: null, effective: null };
const counts = { successful: 0, neutral: 0, unsuccessful: 0, void: 0 };
const many = { total: 300, winRate: 0.57, low: 0.51, high: 0.63, effective: 250 };

const figuresOf = (own: typeof none | typeof many, issued: typeof none | typeof many | null): ModelFigures => ({
  aiModel: 'kurs_ai_v2',
  ...counts,
  ...own,
  breakEven: 0.55,
  rank: null,
  calibration: [],
  shadow: issued && {
    issued: { ...counts, ...issued },
    inTurn: { ...counts, ...none },
    stated: 1,
    abstained: null,
    calibration: [],
  },
  flagged: false,
  flag: null,
});

describe('what a card says of a model', () => {
  it('are the signals that people received, once there are enough', () => {
    expect(evidenceOf({}, figuresOf(many, { ...many, winRate: 0.6 }))).toMatchObject({ of: 'signals', winRate: 0.57 });
  });

  it('is what it would have issued while people received too few', () => {
    expect(evidenceOf({}, figuresOf(none, many))).toMatchObject({ kind: 'measured', of: 'shadow', count: 300 });
  });

  it('is nothing below 100 outcomes, and before the figures came', () => {
    expect(evidenceOf({}, figuresOf(none, null))).toEqual({ kind: 'tooFew' });
    expect(evidenceOf({}, undefined)).toEqual({ kind: 'tooFew' });
  });

  it('is that a language model is not calibrated below 200 of its answers, whatever its signals came to', () => {
    expect(evidenceOf({ settledAnswers: 199 }, figuresOf(many, null))).toEqual({ kind: 'notCalibrated', settled: 199 });
    expect(evidenceOf({ settledAnswers: 200 }, figuresOf(many, null))).toMatchObject({ kind: 'measured' });
  });

  it('lies with all others on one line that holds the break-even', () => {
    const line = evidenceScale([evidenceOf({}, figuresOf(many, null)), { kind: 'tooFew' }], 0.55);
    expect(line?.x(0.48)).toBeCloseTo(0, 9);
    expect(line?.x(0.66)).toBeCloseTo(160, 9);
    expect(line?.x(0.55)).toBeGreaterThan(0);
    expect(evidenceScale([{ kind: 'tooFew' }], 0.55)).toBeNull();
  });
});
