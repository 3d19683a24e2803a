import { expect, it } from 'vitest';
import { ActiveSymbols } from '#server/integrations/market-data/deriv/deriv-connection.ts';

it('one foreign row of a list refuses no other, and a list without any that can be read is refused', () => {
  const pair = { underlying_symbol: 'frxEURUSD', is_trading_suspended: 0 };
  const foreign = [null, 'frxGBPUSD', { underlying_symbol: 7 }, { is_trading_suspended: 'maybe' }];
  expect(ActiveSymbols.parse({ active_symbols: [...foreign, pair] })).toEqual({ active_symbols: [pair] });
  expect(ActiveSymbols.parse({ active_symbols: [] })).toEqual({ active_symbols: [] });
  expect(ActiveSymbols.safeParse({ active_symbols: foreign }).success).toBe(false);
});
