import { expect, test } from 'vitest';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { anEdge, anOutlook, aWorkingStats, below } from '#tests/support/browser/fake-api.ts';
import { aKnownModel, toRated } from '#tests/support/browser/fake-figures.ts';
import { openModels } from '../use-outlook.ts';
import { parsePreparedChoice, preselectedModel, withoutLosing } from './trading-choice.ts';

const nothingPrepared = { model: null, interval: null, symbol: null };

test.each([
  ['?model=kurs_ai_v2&pair=EURUSD&duration=5', { model: 'kurs_ai_v2', interval: 5, symbol: 'EURUSD' }],
  ['?duration=10', { ...nothingPrepared, interval: 10 }],
  ['?model=oracle&pair=BTCUSD&duration=2', nothingPrepared],
  ['', nothingPrepared],
])('reads %j', (search, expected) => {
  expect(parsePreparedChoice(search)).toEqual(expected);
});

const { models } = aWorkingStats();

test('preselects what has an edge most often at this hour', () => {
  const outlook = anOutlook({ '13_squad': { ...below(), minutes: 5 }, kurs_ai_v1: { ...anEdge, minutes: 10 } });
  expect(preselectedModel(outlook, models, 5)).toBe('13_squad');
});

test('passes over a model that would not answer this trader', () => {
  const outlook = anOutlook({ '13_squad': { ...below(), minutes: 5 }, kurs_ai_v1: { ...anEdge, minutes: 10 } });
  const others = models.filter(({ key }) => key !== '13_squad');
  expect(preselectedModel(outlook, others, 5)).toBe('kurs_ai_v1');
  expect(openModels(models, 1000).map(({ key }) => key)).not.toContain('vip');
  expect(openModels(models, 1001).map(({ key }) => key)).toContain('vip');
});

test('preselects the default when none has an edge, or when it is unknown', () => {
  const none = anOutlook({ kurs_ai_v2: below(), kurs_ai_v1: below(), '36trade_ai_plus': below() });
  for (const outlook of [none, null]) expect(preselectedModel(outlook, models, 5)).toBe('kurs_ai_v2');
});

const measured = (model: AiModelKey, winRate: number) => aKnownModel(model, { signals: toRated(300, winRate) });
const breakEven = 0.549;

test('never preselects a model whose win rate is below break-even while another is not', () => {
  const outlook = anOutlook({ '13_squad': { ...below(), minutes: 5 }, kurs_ai_v1: { ...anEdge, minutes: 10 } });
  const offered = withoutLosing(models, [measured('13_squad', 0.54), measured('kurs_ai_v1', 0.56)], breakEven);
  expect(preselectedModel(outlook, offered, 5)).toBe('kurs_ai_v1');
  const noDefault = withoutLosing(models, [measured('kurs_ai_v2', 0.5)], breakEven);
  expect(preselectedModel(null, noDefault, 5)).not.toBe('kurs_ai_v2');
});
