import { expect, test } from 'vitest';
import { anOutlook } from '#tests/support/fake-api.ts';
import { preselectedModel } from './preselected-model.ts';

const miss = { symbol: 'GBPUSD', passability: 54.1, signalFrom: 54.95 };

test('preselects the first model of the picker that sees an edge', () => {
  expect(preselectedModel(anOutlook())).toBe('kurs_ai_v2');
  expect(preselectedModel(anOutlook({ kurs_ai_v2: miss }))).toBe('kurs_ai_v1');
});

test('preselects the default model when none sees an edge, or when it is unknown', () => {
  const none = anOutlook({ kurs_ai_v2: miss, kurs_ai_v1: miss, '36trade_ai_plus': miss });
  expect(preselectedModel(none)).toBe('kurs_ai_v2');
  expect(preselectedModel(null)).toBe('kurs_ai_v2');
});
