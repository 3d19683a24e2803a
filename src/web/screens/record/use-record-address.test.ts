import { expect, test } from 'vitest';
import { toParams, getView } from './use-record-address.ts';

const everything = 'payout=0.85&days=30&source=shadow&model=vip&before=40&entry=17';

test('a view round-trips through its address', () => {
  expect(toParams(getView(new URLSearchParams(everything))).toString()).toBe(everything);
  expect(toParams(getView(new URLSearchParams('source=people'))).toString()).toBe('source=people');
  expect(toParams(getView(new URLSearchParams())).toString()).toBe('');
});

test.each(['payout=0', 'payout=11', 'payout=x', 'days=31', 'source=other', 'model=gpt_99', 'before=-1', 'entry='])(
  'an invalid value such as %s gives the default view',
  (junk) => {
    expect(getView(new URLSearchParams(junk))).toEqual(getView(new URLSearchParams()));
  },
);
