import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readMarketFile } from './read-market-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'market-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
};
const getColumns = (path: string) =>
  Object.fromEntries([...readMarketFile(path).columns].map(([name, values]) => [name, [...values]]));

const bars =
  'time,open,high,low,close\n1483315200,1.05256,1.05271,1.05248,1.0525\n1483315260,1.0525,1.0525,1.0525,1.0525\n';

test.each(['EURUSD.csv', 'EURUSD_2017.csv.gz', 'eurusd-windows.csv'])(
  'reads bars and the pair of its name from %s',
  (name) => {
    const path = write(name, name.includes('windows') ? bars.replaceAll('\n', '\r\n') : bars);
    expect(readMarketFile(path)).toMatchObject({ symbol: 'EURUSD', rows: 2 });
    expect(getColumns(path)).toEqual({
      time: [1_483_315_200_000, 1_483_315_260_000],
      open: [1.05256, 1.0525],
      high: [1.05271, 1.0525],
      low: [1.05248, 1.0525],
      close: [1.0525, 1.0525],
    });
  },
);

test('accepts fractional seconds, ISO times and several ticks at one instant', () => {
  const text =
    'time,bid,ask\n1483315200.25,120.1,120.11\n2017-01-02T00:00:00.250Z,120.12,120.13\n1483315201,120.2,120.21\n';
  expect(getColumns(write('USDJPY_ticks.csv', text))['time']).toEqual([
    1_483_315_200_250, 1_483_315_200_250, 1_483_315_201_000,
  ]);
});

test('reads a decimal exactly like Number', () => {
  const prices = ['1.576025', '0.00001', '119.999', '1.1', '0.69999', '12345.678901'];
  const text = `time,bid,ask\n${prices.map((price, i) => `${1_483_315_200 + i},${price},${price}`).join('\n')}`;
  expect(getColumns(write('GBPUSD.csv', text))['bid']).toEqual(prices.map(Number));
});

test.each([
  ['XAUUSD.csv', bars, "the file's name must begin with a pair"],
  ['EURUSD-header.csv', bars.replace('close', 'last'), 'the first line must be'],
  ['EURUSD-junk.csv', bars.replace('1.05271', 'oops'), 'line 2 has no number in the column high'],
  ['EURUSD-short.csv', `${bars}1483315320,1.05\n`, 'line 4 has no number in the column high'],
  ['EURUSD-order.csv', `${bars}1483315260,1,1,1,1\n`, 'time does not rise at line 4'],
])('rejects %s with a readable message', (name, text, words) => {
  expect(() => readMarketFile(write(name, text))).toThrow(words);
});
