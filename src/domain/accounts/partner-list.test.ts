import { describe, expect, test } from 'vitest';
import { parsePartnerList, splitRows } from './partner-list.ts';

const columns = { traderId: 0, balance: 1, registered: 2 };
const withoutDay = { ...columns, registered: null };
const opened = Date.parse('2026-11-02T00:00:00Z');

describe('a list of the partner', () => {
  test.each([
    ['commas and a header', 'trader_id,balance,registered\r\n1001,12.50,2026-11-02\r\n'],
    ['semicolons and decimal commas', '1001;12,50;02.11.2026'],
    ['tabs, a byte order mark and empty lines', '\uFEFFid\tbalance\topened\n\n1001\t$ 12.5\t2026-11-02\n\n'],
    ['quoted cells', '"id","balance, USD","day"\n"1001","12,50","2026-11-02 00:00"\n'],
  ])('is read with %s', (_form, text) => {
    expect(parsePartnerList(text, columns)).toEqual({
      traders: [{ traderId: '1001', balance: 12.5, registeredAt: opened }],
      invalid: [],
    });
  });

  test('has its columns where the operator says', () => {
    const text = 'name;balance;id\nOlena;"1.234,50";1001\nPetro;0;1002';
    expect(parsePartnerList(text, { traderId: 2, balance: 1, registered: null })).toEqual({
      traders: [
        { traderId: '1001', balance: 1234.5, registeredAt: null },
        { traderId: '1002', balance: 0, registeredAt: null },
      ],
      invalid: [],
    });
  });

  test('names each line that cannot be read, with its number, its value and what is allowed', () => {
    const text = 'id,balance\n1001,10\n1.2E+07,10\n1002,"1,234"\n1003,-5\n1001,11\n1004,12,50\n1005,\n"1006",7';
    expect(parsePartnerList(text, withoutDay)).toEqual({
      traders: [
        { traderId: '1001', balance: 10, registeredAt: null },
        { traderId: '1006', balance: 7, registeredAt: null },
      ],
      invalid: [
        { line: 3, value: '1.2E+07', allowed: 'an id of 1 to 20 digits' },
        { line: 4, value: '1,234', allowed: 'dollars, such as 1234.50 or 1234,50' },
        { line: 5, value: '-5', allowed: 'dollars, such as 1234.50 or 1234,50' },
        { line: 6, value: '1001', allowed: 'one line a trader; line 2 has this one' },
        { line: 7, value: '1004 | 12 | 50', allowed: '2 columns, as in the first line' },
        { line: 8, value: '', allowed: 'dollars, such as 1234.50 or 1234,50' },
      ],
    });
  });

  test.each(['2026-02-30', '31.04.2026', '2026-11-02 24:30', 'yesterday'])('has no day %s', (day) => {
    const { invalid } = parsePartnerList(`1001,10,${day}`, columns);
    expect(invalid).toMatchObject([{ line: 1, value: day }]);
  });
});

test('a quoted cell may hold line breaks and quotation marks, which count for the number of a line', () => {
  expect(splitRows('a,"b ""c""\nd"\n1,2')).toEqual([
    { line: 1, cells: ['a', 'b "c"\nd'] },
    { line: 3, cells: ['1', '2'] },
  ]);
});
