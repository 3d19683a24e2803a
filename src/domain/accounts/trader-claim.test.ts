import { expect, test } from 'vitest';
import { cleanTraderId } from './trader-claim.ts';

test.each([
  ['7731402', '7731402'],
  [' ID: 7 731 402\n', '7731402'],
  ['７７３１４０２', '7731402'],
  ['٧٧٣١٤٠٢', '7731402'],
  ['७७३१४०२', '7731402'],
  ['0019', '0019'],
  ['https://broker.example/?id=12', '12'],
  ['', ''],
  ['ID', ''],
])('cleans %j to %j', (pasted, id) => {
  expect(cleanTraderId(pasted)).toBe(id);
});
