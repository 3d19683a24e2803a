import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it.each([
  ['plain values', ['EURUSD', 5, null], 'EURUSD,5,\r\n'],
  ['a negative number', [-1.5], '-1.5\r\n'],
  ['a comma and quotes', ['a "b", c'], '"a ""b"", c"\r\n'],
  ['a line break', ['a\nb'], '"a\nb"\r\n'],
  ['a formula', ['=1+1'], "'=1+1\r\n"],
  ['a formula after a tab', ['\t=1+1'], "'\t=1+1\r\n"],
  ['a formula with a comma', ['@SUM(A1,A2)'], '"\'@SUM(A1,A2)"\r\n'],
])('%s', (_title, values, line) => {
  expect(csvLine(values)).toBe(line);
});
