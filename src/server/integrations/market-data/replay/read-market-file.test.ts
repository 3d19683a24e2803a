import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { MarketFileError, readMarketFile } from './read-market-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'market-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(name: string, content: string | Buffer, timezone: string | null = null) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return readMarketFile(path, timezone);
}

/** Two minutes of Monday, 4 March 2024, 00:00 UTC. */
const start = 1_709_510_400_000;
const prices = ['1.08500,1.08506,1.08490,1.08506', '1.08506,1.08511,1.08506,1.08508'] as const;
const bars = {
  kind: 'bars',
  symbol: 'EURUSD',
  size: 2,
  time: Float64Array.of(start, start + 60_000),
  open: Float64Array.of(1.085, 1.08506),
  high: Float64Array.of(1.08506, 1.08511),
  low: Float64Array.of(1.0849, 1.08506),
  close: Float64Array.of(1.08506, 1.08508),
};
const header = 'time,open,high,low,close';
const plain = `${header}\n1709510400,${prices[0]}\n1709510460,${prices[1]}\n`;
const [first, second] = prices;
const tabbed = (text: string): string => text.replaceAll(',', '\t');
/** As MetaTrader and Windows programs write it. */
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le');

describe('bars as people have them', () => {
  test.each<[string, string, string | Buffer, string?]>([
    ['own', 'EURUSD.csv', plain],
    [
      'own, carriage returns, byte order mark, no last line feed',
      'eurusd.csv',
      `\uFEFF${plain.trim().replaceAll('\n', '\r\n')}`,
    ],
    ['own, gzip', 'EURUSD.CSV.GZ', gzipSync(plain)],
    ['own, gzip without its name', 'EURUSD.csv', gzipSync(plain)],
    ['own, blank lines', 'EURUSD.csv', plain.replaceAll('\n', '\n\n')],
    ['own, newest first', 'EURUSD.csv', `${header}\n1709510460,${second}\n1709510400,${first}\n`],
    ['exponents', 'EURUSD.csv', plain.replace('1709510400', '1.7095104E9').replace('1.08500', '108.5e-2')],
    ['milliseconds', 'EURUSD.csv', plain.replace('1709510400', '1709510400000').replace('1709510460', '1709510460000')],
    [
      'nanoseconds',
      'EURUSD.csv',
      plain.replace('1709510400', '1709510400000000000').replace('1709510460', '1709510460000000000'),
    ],
    [
      'HistData ASCII',
      'DAT_ASCII_EURUSD_M1_202403.csv',
      `20240303 190000;${first.replaceAll(',', ';')};0\n20240303 190100;${second.replaceAll(',', ';')};0\n`,
      'EST',
    ],
    [
      'HistData MetaTrader',
      'DAT_MT_EURUSD_M1_202403.csv',
      `2024.03.03,19:00,${first},0\n2024.03.03,19:01,${second},0\n`,
      'EST',
    ],
    [
      'HistData MetaStock',
      'DAT_MS_EURUSD_M1_202403.csv',
      `<TICKER>,<DTYYYYMMDD>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\nEURUSD,20240303,190000,${first},0\nEURUSD,20240303,190100,${second},0\n`,
      'EST',
    ],
    ['MetaTrader 4', 'EURUSD1.csv', `2024.03.04,02:00,${first},12\n2024.03.04,02:01,${second},8\n`, 'Europe/Athens'],
    [
      'MetaTrader 5',
      'EURUSD_M1_202403040200_202403040201.csv',
      tabbed(
        `<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<TICKVOL>,<VOL>,<SPREAD>\n2024.03.04,02:00:00,${first},12,0,3\n2024.03.04,02:01:00,${second},8,0,3\n`,
      ),
      'Europe/Athens',
    ],
    [
      'MetaTrader 5, UTF-16',
      'EURUSD.csv',
      utf16(`2024.03.04 02:00,${first},12,0\n2024.03.04 02:01,${second},8,0\n`),
      'Europe/Athens',
    ],
    ['UTF-16, big-endian', 'EURUSD.csv', utf16(plain).swap16()],
    [
      'TradingView, seconds',
      'FX_EURUSD, 1.csv',
      `${header},Volume,MA\n1709510400,${first},,\n1709510460,${second},12,1.085\n`,
    ],
    [
      'TradingView, ISO',
      'OANDA_EURUSD, 1_5f2b.csv',
      `${header}\n2024-03-04T02:00:00+02:00,${first}\n2024-03-04T00:01:00Z,${second}\n`,
    ],
    [
      'Dukascopy',
      'EURUSD_Candlestick_1_M_BID_04.03.2024-05.03.2024.csv',
      `Gmt time,Open,High,Low,Close,Volume\n04.03.2024 00:00:00.000,${first},12.5\n04.03.2024 00:01:00.000,${second},8\n`,
    ],
    [
      'Dukascopy, local time',
      'EURUSD_Candlestick.csv',
      `Local time,Open,High,Low,Close,Volume\n04.03.2024 02:00:00.000 GMT+0200,${first},12.5\n04.03.2024 02:01:00.000 GMT+0200,${second},8\n`,
    ],
    [
      'JForex',
      'EURUSD_1 Min_Bid_2024.03.04_2024.03.05.csv',
      `Time (EET),Open,High,Low,Close,Volume \n2024.03.04 02:00:00,${first},12.5\n2024.03.04 02:01:00,${second},8\n`,
    ],
    [
      'dukascopy-node',
      'eurusd-m1-bid-2024-03-04-2024-03-05.csv',
      plain.replace('time', 'timestamp').replaceAll(/(17\d+)/g, '$1000'),
    ],
    [
      'pandas',
      'EUR_USD.csv',
      `"date","open","high","low","close"\n"2024-03-04 00:00:00+00:00",${first}\n"2024-03-04 00:01:00+00:00",${second}\n`,
    ],
    ['compact times', 'EURUSD.csv', `${header}\n20240304000000,${first}\n202403040001,${second}\n`, 'UTC'],
  ])('%s', (_, name, content, timezone) => {
    expect(read(name, content, timezone)).toEqual(bars);
  });

  test('a pair of Deriv', () => {
    expect(read('frxUSDJPY.csv', plain)).toMatchObject({ symbol: 'USDJPY', size: 2 });
  });

  test('a file with nothing but its header has no bars', () => {
    expect(read('EURUSD.csv', header)).toMatchObject({ kind: 'bars', size: 0 });
  });

  test('the closed weekend is left out, also the hour that its clocks show twice', () => {
    const flat = (time: string): string => `${time},1.085,1.085,1.085,1.085\n`;
    const rows = ['2024-10-25 23:59', '2024-10-27 03:30', '2024-10-27 03:30', '2024-10-28 00:00', '2024-10-28 00:01'];
    const { time } = read('EURUSD.csv', `${header}\n${rows.map(flat).join('')}`, 'Europe/Athens');
    expect([...time].map((at) => new Date(at).toISOString().slice(5, 16))).toEqual([
      '10-25T20:59',
      '10-27T22:00',
      '10-27T22:01',
    ]);
  });

  test('every price is exactly what Number makes of it', () => {
    const texts = Array.from({ length: 3_000 }, (_, i) => ((i * 7_919 + 1_000) / 10 ** (i % 7)).toString());
    const usable = texts.filter((text) => Number(text) >= 0.001 && Number(text) <= 10_000);
    const rows = usable.map((text, i) => `${1_709_510_400 + 60 * i},${text},${text},${text},${text}\n`);
    const file = read('EURUSD.csv', `${header}\n${rows.join('')}`);
    expect(file.kind === 'bars' && [...file.close]).toEqual(usable.map(Number));
  });
});

describe('ticks as people have them', () => {
  const ticks = { kind: 'ticks', symbol: 'EURUSD', time: Float64Array.of(start + 3_660, start + 3_660, start + 4_250) };

  test.each<[string, string, string, string?]>([
    [
      'own',
      'EURUSD.csv',
      'time,bid,ask\n1709510403.66,1.1,1.2\n2024-03-04T00:00:03.660Z,1.1,1.2\n1709510404.25,1.1,1.3\n',
    ],
    [
      'HistData',
      'DAT_ASCII_EURUSD_T_202403.csv',
      '20240303 190003660,1.1,1.2,0\n20240303 190003660,1.1,1.2,0\n20240303 190004250,1.1,1.3,0\n',
      'EST',
    ],
    [
      'MetaTrader 5: an empty price is the one before',
      'EURUSD.csv',
      tabbed(
        '<DATE>,<TIME>,<BID>,<ASK>,<LAST>,<VOLUME>,<FLAGS>\n2024.03.04,00:00:03.660,1.1,1.2,,,6\n2024.03.04,00:00:03.660,1.1,,,,2\n2024.03.04,00:00:04.250,,1.3,,,4\n',
      ),
      'UTC',
    ],
    [
      'Dukascopy: ask before bid',
      'EURUSD_Ticks.csv',
      'Gmt time,Ask,Bid,AskVolume,BidVolume\n04.03.2024 00:00:03.660,1.2,1.1,1,1\n04.03.2024 00:00:03.660,1.2,1.1,1,1\n04.03.2024 00:00:04.250,1.3,1.1,1,1\n',
    ],
  ])('%s', (_, name, content, timezone) => {
    const [bid, ask] = [Float64Array.of(1.1, 1.1, 1.1), Float64Array.of(1.2, 1.2, 1.3)];
    expect(read(name, content, timezone)).toEqual({ ...ticks, size: 3, bid, ask });
  });
});

describe('refused with file, line, value and what is allowed', () => {
  const row = (text: string): string => `${header}\n${text}\n`;
  const five = (text: string): string => row([0, 5, 10].map((at) => `${1_709_510_400 + 60 * at},${text}`).join('\n'));

  test.each<[string, string | Buffer, string, string?]>([
    ['an empty file', '', 'EURUSD.csv is empty'],
    [
      'a line chart',
      'time,close\n1709510400,1.085\n',
      'line 1: the columns are "time,close"; allowed are time with open, high, low, close, or',
    ],
    ['a zip archive', Buffer.from('PK\u0003\u0004junk\n'), 'line 1: the columns are "PK'],
    ['a truncated gzip file', gzipSync(plain).subarray(0, 30), 'cannot be read: unexpected end of file'],
    [
      'a missing column',
      row('1709510400,1.085,1.085,1.085'),
      'line 2: "1709510400,1.085,1.085,1.085" has too few columns',
    ],
    [
      'a word for a price',
      `${plain}1709510520,1.085,x,1.085,1.085\n`,
      'line 4: high is "x"; allowed are prices from 0.001 to 10000',
    ],
    ['a hexadecimal price', row('1709510400,0x1,0x1,0x1,0x1'), 'line 2: open is "0x1"'],
    ['a decimal comma', 'time;open;high;low;close\n1709510400;1,085;1,085;1,085;1,085\n', 'line 2: open is "1,085"'],
    ['a price of zero', row('1709510400,1.085,1.085,0,1.085'), 'line 2: low is "0"; allowed are prices from'],
    [
      'prices in points',
      row('1709510400,108500,108500,108500,108500'),
      'line 2: open is "108500"; allowed are prices from',
    ],
    [
      'a high below its low',
      row('1709510400,1.08500,1.08500,1.08506,1.08506'),
      'line 2: open 1.08500, high 1.08500, low 1.08506, close 1.08506; allowed is a high',
    ],
    [
      'a time inside a minute',
      row(`1709510401,${first}`),
      'line 2: the time "1709510401" is inside a minute; allowed are starts of minutes',
    ],
    [
      'a time of another century',
      row(`17095104,${first}`),
      'line 2: the time "17095104" cannot be read; allowed are seconds or milliseconds since 1970',
    ],
    ['30 February', row(`2024-02-30T00:00:00Z,${first}`), 'line 2: the time "2024-02-30T00:00:00Z" cannot be read'],
    ['month and day in doubt', row(`03/04/2024 00:00,${first}`), 'line 2: the time "03/04/2024 00:00" cannot be read'],
    [
      'a time without zone',
      row(`2024-03-04 00:00:00,${first}`),
      'line 2: the time "2024-03-04 00:00:00" has no zone; name it with --timezone (FEED=replay: REPLAY_TIMEZONE)',
    ],
    [
      'a time that a clock change repeats',
      row(`2024-10-31 23:30,${first}`),
      'line 2: the time "2024-10-31 23:30" occurs twice or never',
      'Africa/Cairo',
    ],
    [
      'a time twice',
      `${plain}1709510460,${second}\n`,
      'line 4: the time "1709510460" is out of order; allowed are times that only rise, or only fall',
    ],
    ['times up and down', `${plain}1709510400,${first}\n`, 'line 4: the time "1709510400" is out of order'],
    [
      'five-minute bars',
      five(first),
      'line 4: most bars up to "1709511000" are 5 minutes apart; allowed are bars of one minute',
    ],
    [
      'daily bars',
      row(`2024-03-04,${first}\n2024-03-05,${first}`),
      'line 3: most bars up to "2024-03-05" are 1440 minutes apart',
      'UTC',
    ],
    [
      'a bid above its ask',
      'time,bid,ask\n1709510400,1.2,1.1\n',
      'line 2: bid 1.2, ask 1.1; allowed is a bid that is not above its ask',
    ],
    ['a price and a volume', '20240304 000006;1.306570;0\n', 'line 1: the columns are'],
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
