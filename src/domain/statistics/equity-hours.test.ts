import { expect, it } from 'vitest';
import { pricesByPlace, type Statement } from '../record/shadow-minute.ts';
import { hourMs } from '../time.ts';
import { addIssued, type ShadowHours } from './equity-hours.ts';

const at = Date.parse('2026-03-02T09:30:00.000Z');
const hour = at / hourMs - 0.5;

const stated = (over: Partial<Statement> = {}): Statement => ({
  symbol: 'EURUSD',
  duration: 5,
  direction: 'BUY',
  passability: 57,
  isInTurn: true,
  isSignal: true,
  isIssued: true,
  ...over,
});

const prices = pricesByPlace([
  { symbol: 'EURUSD', minutes: 0, price: 1.1, afterMs: 100 },
  { symbol: 'EURUSD', minutes: 5, price: 1.2, afterMs: 300_000 },
  { symbol: 'EURUSD', minutes: 10, price: 1.1, afterMs: 600_000 },
]);

it('adds one stake per forecast that a model would have issued, to the model and to all', () => {
  const hours: ShadowHours = {};
  const vip = {
    model: 'vip',
    version: 'v',
    statements: [stated({ direction: 'SELL' }), stated({ isIssued: false }), stated({ duration: 10 })],
  } as const;
  const v2 = { model: 'kurs_ai_v2', version: 'v', statements: [stated()] } as const;
  addIssued(hours, [vip, v2], prices, at);
  expect(hours.vip?.[hour]).toMatchObject({ won: 0, lost: 1, neutral: 1, lastAt: at, runs: { longest: 1 } });
  expect(hours.kurs_ai_v2?.[hour]).toMatchObject({ won: 1, lost: 0 });
  expect(hours.all?.[hour]).toMatchObject({ won: 1, lost: 1, neutral: 1, runs: { decided: 2 } });
});

it('leaves out forecasts without a price', () => {
  const hours: ShadowHours = {};
  addIssued(hours, [{ model: 'vip', version: 'v', statements: [stated({ duration: 2 })] }], prices, at);
  expect(hours).toEqual({});
});
