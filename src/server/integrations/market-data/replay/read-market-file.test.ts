import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { MarketFileError, readMarketFile } from './read-market-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'market-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** `|` ends a line; A and B are the prices of two bars, separated as the line is. */
function toText(short: string): string {
  const separator = ['\t', ';'].find((one) => short.includes(one)) ?? ',';
  const [a, b] = ['1.08500,1.08506,1.08490,1.08506', '1.08506,1.08511,1.08506,1.08508'];
  const put = (prices: string): string => prices.replaceAll(',', separator);
  return short.replaceAll('|', '\n').replaceAll(/\bA\b/g, put(a)).replaceAll(/\bB\b/g, put(b));
}

function read(name: string, content: string | Buffer, timezone: string | null = null) {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? toText(content) : content);
  return readMarketFile(path, timezone);
}

/** Monday, 4 March 2024, 00:00 UTC. */
const start = 1_709_510_400_000;
const header = 'time,open,high,low,close';
const plain = `${header}|1709510400,A|1709510460,B|`;
const utf16 = (short: string): Buffer => Buffer.from(`\uFEFF${toText(short).replaceAll('\n', '\r\n')}`, 'utf16le');
const tabbed = (short: string): string => short.replaceAll(',', '\t');
const metaTrader5 = '<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<TICKVOL>,<VOL>,<SPREAD>';
const metaTrader5Ticks = '<DATE>,<TIME>,<BID>,<ASK>,<LAST>,<VOLUME>,<FLAGS>';
const metaStock = '<TICKER>,<DTYYYYMMDD>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>';
const dukascopy = 'EURUSD_Candlestick_1_M_BID_04.03.2024-05.03.2024.csv';

describe('bars as people have them', () => {
  test.each<[what: string, name: string, content: string | Buffer, timezone?: string]>([
    ['own', 'EURUSD.csv', plain],
    ['windows', 'eurusd.csv', `\uFEFF${plain.replaceAll('|', '\r\n')}`],
    ['no last line feed', 'EURUSD.csv', plain.slice(0, -1)],
    ['blank lines', 'EURUSD.csv', plain.replaceAll('|', '||')],
    ['gzip', 'EURUSD.CSV.GZ', gzipSync(toText(plain))],
    ['gzip without its name', 'EURUSD.csv', gzipSync(toText(plain))],
    ['UTF-16, big-endian', 'EURUSD.csv', utf16(plain).swap16()],
    ['newest first', 'EURUSD.csv', `${header}|1709510460,B|1709510400,A`],
    ['exponents', 'EURUSD.csv', `${header}|1.7095104E9,108.5e-2,1.08506,1.08490,1.08506|1709510460,B`],
    ['milliseconds', 'EURUSD.csv', `${header}|1709510400000,A|1709510460000,B`],
    ['nanoseconds', 'EURUSD.csv', `${header}|1709510400000000000,A|1709510460000000000,B`],
    ['compact times', 'EURUSD.csv', `${header}|20240304000000,A|202403040001,B`, 'UTC'],
    ['HistData', 'DAT_ASCII_EURUSD_M1_202403.csv', '20240303 190000;A;0|20240303 190100;B;0', 'EST'],
    ['HistData, MetaTrader', 'DAT_MT_EURUSD_M1_202403.csv', '2024.03.03,19:00,A,0|2024.03.03,19:01,B,0', 'EST'],
    ['MetaStock', 'EURUSD.csv', `${metaStock}|EURUSD,20240303,190000,A,0|EURUSD,20240303,190100,B,0`, 'EST'],
    ['MetaTrader 4', 'EURUSD1.csv', '2024.03.04,02:00,A,12|2024.03.04,02:01,B,8', 'Europe/Athens'],
    [
      'MetaTrader 5',
      'EURUSD_M1.csv',
      tabbed(`${metaTrader5}|2024.03.04,00:00:00,A,1,0,3|2024.03.04,00:01:00,B,1,0,3`),
      'UTC',
    ],
    ['its scripts', 'EURUSD.csv', utf16('2024.03.04 02:00,A,12,0|2024.03.04 02:01,B,8,0'), 'Europe/Athens'],
    ['TradingView', 'FX_EURUSD, 1.csv', `${header},Volume,MA|1709510400,A,,|1709510460,B,12,1.085`],
    ['TradingView, ISO', 'OANDA_EURUSD, 1_5f2b.csv', `${header}|2024-03-04T02:00:00+02:00,A|2024-03-04T00:01:00Z,B`],
    ['Dukascopy', dukascopy, 'Gmt time,Open,High,Low,Close|04.03.2024 00:00:00.000,A|04.03.2024 00:01:00.000,B'],
    [
      'Dukascopy, local',
      dukascopy,
      'Local time,Open,High,Low,Close|04.03.2024 02:00:00.000 GMT+0200,A|04.03.2024 00:01:00.000 GMT+0000,B',
    ],
    ['JForex', 'EURUSD_1 Min_Bid.csv', 'Time (EET),Open,High,Low,Close|2024.03.04 02:00:00,A|2024.03.04 02:01:00,B'],
    ['dukascopy-node', 'eurusd-m1-bid-2024-03-04.csv', 'timestamp,open,high,low,close|1709510400000,A|1709510460000,B'],
    [
      'pandas',
      'EUR_USD.csv',
      '"date","open","high","low","close"|"2024-03-04 00:00:00+00:00",A|"2024-03-04 00:01:00+00:00",B',
    ],
  ])('%s', (_, name, content, timezone) => {
    expect(read(name, content, timezone)).toEqual({
      kind: 'bars',
      symbol: 'EURUSD',
      size: 2,
      time: Float64Array.of(start, start + 60_000),
      open: Float64Array.of(1.085, 1.08506),
      high: Float64Array.of(1.08506, 1.08511),
      low: Float64Array.of(1.0849, 1.08506),
      close: Float64Array.of(1.08506, 1.08508),
    });
  });

  test('a pair of Deriv', () => {
    expect(read('frxUSDJPY.csv', plain)).toMatchObject({ symbol: 'USDJPY', size: 2 });
  });

  test('a file with nothing but its header has no bars', () => {
    expect(read('EURUSD.csv', header)).toMatchObject({ kind: 'bars', size: 0 });
  });

  test('the closed weekend is left out, also the hour that its clocks show twice', () => {
    const rows = ['10-25 23:59', '10-27 03:30', '10-27 03:30', '10-28 00:00', '10-28 00:01'].map(
      (at) => `2024-${at},A`,
    );
    const { time } = read('EURUSD.csv', [header, ...rows].join('|'), 'Europe/Athens');
    const opened = [...time].map((at) => new Date(at).toISOString().slice(5, 16));
    expect(opened).toEqual(['10-25T20:59', '10-27T22:00', '10-27T22:01']);
  });

  test('every price is exactly what Number makes of it', () => {
    const texts = Array.from({ length: 3_000 }, (_, i) => ((i * 7_919 + 1_000_000) / 10 ** (4 + (i % 6))).toString());
    const rows = texts.map((text, i) => `${1_709_510_400 + i},${text},${text}`);
    expect(read('EURUSD.csv', ['time,bid,ask', ...rows].join('|'))).toMatchObject({
      bid: Float64Array.from(texts, Number),
    });
  });
});

const own = 'time,bid,ask|1709510403.66,1.1,1.2|2024-03-04T00:00:03.660Z,1.1,1.2|1709510404.25,1.1,1.3';
const histData = '20240303 190003660,1.1,1.2,0|20240303 190003660,1.1,1.2,0|20240303 190004250,1.1,1.3,0';
const unchanged =
  '2024.03.04,00:00:03.660,1.1,1.2,,,6|2024.03.04,00:00:03.660,1.1,,,,2|2024.03.04,00:00:04.250,,1.3,,,4';
const askFirst =
  'Gmt time,Ask,Bid|04.03.2024 00:00:03.660,1.2,1.1|04.03.2024 00:00:03.660,1.2,1.1|04.03.2024 00:00:04.250,1.3,1.1';

test.each<[what: string, name: string, content: string, timezone?: string]>([
  ['own', 'EURUSD.csv', own],
  ['HistData', 'DAT_ASCII_EURUSD_T_202403.csv', histData, 'EST'],
  [
    'MetaTrader 5, an empty price being the one before',
    'EURUSD.csv',
    tabbed(`${metaTrader5Ticks}|${unchanged}`),
    'UTC',
  ],
  ['Dukascopy, ask before bid', 'EURUSD_Ticks.csv', askFirst],
])('ticks as people have them: %s', (_, name, content, timezone) => {
  expect(read(name, content, timezone)).toEqual({
    kind: 'ticks',
    symbol: 'EURUSD',
    size: 3,
    time: Float64Array.of(start + 3_660, start + 3_660, start + 4_250),
    bid: Float64Array.of(1.1, 1.1, 1.1),
    ask: Float64Array.of(1.2, 1.2, 1.3),
  });
});

describe('refused with file, line, value and what is allowed', () => {
  test.each<[what: string, content: string | Buffer, words: string, timezone?: string]>([
    ['an empty file', '', 'EURUSD.csv is empty'],
    [
      'a line chart',
      'time,close|1709510400,1.085',
      'line 1: the columns are "time,close"; allowed are time with open,',
    ],
    [
      'a price and a volume',
      '20240304 000006;1.306570;0',
      'line 1: the columns are "20240304 000006;1.306570;0"; allowed',
    ],
    ['a zip archive', Buffer.from('PK\u0003\u0004junk\n'), 'line 1: the columns are "PK'],
    ['a truncated gzip file', gzipSync(plain).subarray(0, 30), 'cannot be read: unexpected end of file'],
    ['a missing column', `${header}|1709510400,1,1,1`, 'line 2: "1709510400,1,1,1" has too few columns; allowed are'],
    ['a word for a price', `${plain}1709510520,1,x,1,1`, 'line 4: high is "x"; allowed are prices from 0.001 to 10000'],
    ['a hexadecimal price', `${header}|1709510400,0x1,1,1,1`, 'line 2: open is "0x1"'],
    ['a decimal comma', 'time;open;high;low;close|1709510400;1,085;1,085;1,085;1,085', 'line 2: open is "1,085"'],
    ['a price of zero', `${header}|1709510400,1,1,0,1`, 'line 2: low is "0"; allowed are prices from'],
    [
      'prices in points',
      `${header}|1709510400,108500,108500,108500,108500`,
      'line 2: open is "108500"; allowed are prices',
    ],
    [
      'high below low',
      `${header}|1709510400,1,1,1.1,1`,
      'line 2: open 1, high 1, low 1.1, close 1; allowed is a high that',
    ],
    [
      'a bid above its ask',
      'time,bid,ask|1709510400,1.2,1.1',
      'line 2: bid 1.2, ask 1.1; allowed is a bid that is not above',
    ],
    [
      'a time inside a minute',
      `${header}|1709510401,A`,
      'line 2: the time "1709510401" is inside a minute; allowed are',
    ],
    [
      'a time of another century',
      `${header}|17095104,A`,
      'line 2: the time "17095104" cannot be read; allowed are seconds',
    ],
    ['30 February', `${header}|2024-02-30T00:00:00Z,A`, 'line 2: the time "2024-02-30T00:00:00Z" cannot be read'],
    ['month and day in doubt', `${header}|03/04/2024 00:00,A`, 'line 2: the time "03/04/2024 00:00" cannot be read'],
    ['no zone', `${header}|2024-03-04 00:00,A`, 'has no zone; name it with --timezone (FEED=replay: REPLAY_TIMEZONE)'],
    ['a repeated hour', `${header}|2024-10-31 23:30,A`, '"2024-10-31 23:30" occurs twice or never', 'Africa/Cairo'],
    ['a time twice', `${plain}1709510460,B`, 'line 4: the time "1709510460" is out of order; allowed are times that'],
    ['times up and down', `${plain}1709510400,A`, 'line 4: the time "1709510400" is out of order'],
    ['five-minute bars', `${header}|1709510400,A|1709510700,A`, 'are 5 minutes apart; allowed are bars of one minute'],
    [
      'daily bars',
      `${header}|2024-03-04,A|2024-03-05,A`,
      'line 3: most bars up to "2024-03-05" are 1440 minutes',
      'UTC',
    ],
  ])('%s', (_, content, words, timezone) => {
    expect(() => read('EURUSD.csv', content, timezone)).toThrow(MarketFileError);
    expect(() => read('EURUSD.csv', content, timezone)).toThrow(words);
    expect(() => read('EURUSD.csv', content, timezone)).toThrow(join(folder, 'EURUSD.csv'));
  });

  test.each([
    ['FRXUSD.csv', 'names no pair of currencies; allowed is one pair, for example EURUSD.csv'],
    ['R_100.csv', 'names no pair of currencies'],
    ['EURUSD and GBPUSD.csv', 'names EURUSD and GBPUSD; allowed is one pair'],
  ])('the name %s', (name, words) => {
    expect(() => read(name, plain)).toThrow(words);
  });

  test('a missing file', () => {
    expect(() => readMarketFile(join(folder, 'GBPUSD.csv'), null)).toThrow(/GBPUSD\.csv cannot be read: ENOENT/);
  });
});
