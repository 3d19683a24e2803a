import { expect, test } from 'vitest';
import { tradingTips as en } from '#content/trading-tips/en.ts';
import { tradingTips as ru } from '#content/trading-tips/ru.ts';
import { tradingTips as uk } from '#content/trading-tips/uk.ts';
import { lessonTip } from './tips.ts';

test('each lesson has a trading tip of its own, in every language', () => {
  const places = Object.values(lessonTip);
  expect(new Set(places).size).toBe(places.length);
  for (const tips of [uk, en, ru]) for (const place of places) expect(tips[place]).toBeTruthy();
});

test('a losing run has the tip about doubling the stake', () => {
  expect(en[lessonTip.losing_run]).toMatch(/double your stake/);
  expect(en[lessonTip.few]).toMatch(/One result proves nothing/);
});
