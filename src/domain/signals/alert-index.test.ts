import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aiModelKeys } from './ai-model.ts';
import { createAlertIndex } from './alert-index.ts';
import { type AlertCriteria, fitsRule } from './alert-rule.ts';

const models = aiModelKeys.slice(0, 3);
const symbols = ['EURUSD', 'GBPUSD', 'USDJPY'];
const durations = [3, 5, 10] as const;
const passability = fc.integer({ min: 50, max: 60 });
const some = <T>(list: readonly T[]) => fc.subarray([...list]);
const rule: fc.Arbitrary<AlertCriteria> = fc.record({
  models: some(models),
  symbols: some(symbols),
  durations: some(durations),
  minPassability: passability,
});
const forecast = fc.record({
  model: fc.constantFrom(...models),
  symbol: fc.constantFrom(...symbols),
  duration: fc.constantFrom(...durations),
  passability,
});

it('matches exactly the rules that a forecast fits, each once', () => {
  fc.assert(
    fc.property(fc.array(rule), fc.array(forecast), (rules, forecasts) => {
      const index = createAlertIndex<AlertCriteria>();
      for (const [i, one] of rules.entries()) index.put(String(i), one);
      const expected = rules.filter((one) => forecasts.some((stated) => fitsRule(one, stated)));
      const matched = index.match(forecasts);
      expect(matched).toHaveLength(expected.length);
      expect(new Set(matched)).toEqual(new Set(expected));
    }),
  );
});

it('forgets a rule that was replaced', () => {
  const index = createAlertIndex<AlertCriteria>();
  const base = { models: [], symbols: ['EURUSD'], durations: [], minPassability: 50 };
  const stated = { model: 'vip', symbol: 'EURUSD', duration: 5, passability: 60 } as const;
  index.put('me', base);
  expect(index.match([stated])).toEqual([base]);
  index.put('me', { ...base, symbols: ['GBPUSD'] });
  expect(index.match([stated])).toEqual([]);
});
