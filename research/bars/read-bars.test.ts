import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bar } from '#engine/bar/bar.ts';
import { findBarFiles } from './find-bar-files.ts';
import { readBars } from './read-bars.ts';
import { UsageError } from './usage-error.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bars-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function toBars(content: string | Buffer, name = 'EURUSD.csv'): Promise<Bar[]> {
  const path = join(folder, name);
  await writeFile(path, content);
  const bars: Bar[] = [];
  for await (const batch of readBars(path)) bars.push(...batch);
  return bars;
}

const header = 'time,open,high,low,close\n';
const first = { time: 1_483_315_200_000, open: 0.73544, high: 0.7355, low: 0.7354, close: 0.73545 };
const firstLine = '1483315200,0.73544,0.73550,0.73540,0.73545\n';

describe('reading bars', () => {
  it.each([
    ['plain', header + firstLine, [first]],
    ['without a last line feed', header + firstLine.trim(), [first]],
    ['with carriage returns and a byte order mark', `\uFEFF${(header + firstLine).replaceAll('\n', '\r\n')}`, [first]],
    ['with further columns', `time,open,high,low,close,bid,ask\n${firstLine.trim()},1,2\n`, [first]],
    ['with an empty last line', `${header}${firstLine}\n`, [first]],
    ['with nothing but its header', header, []],
  ])('accepts a file %s', async (_what, text, bars) => {
    expect(await toBars(text)).toEqual(bars);
  });

  it('reads the same bars from gzip', async () => {
    expect(await toBars(gzipSync(header + firstLine), 'EURUSD.csv.gz')).toEqual([first]);
  });

  it('reads every price exactly as Number does', async () => {
    const prices = Array.from({ length: 3_000 }, (_, i) => ((i * 7_919 + 1) / 10 ** (i % 8)).toString());
    const lines = prices.map((price, i) => `${60 * (i + 1)},${price},${price},${price},${price}\n`);
    expect((await toBars(header + lines.join(''))).map(({ close }) => close)).toEqual(prices.map(Number));
  });

  it.each([
    ['a wrong header', 'date,open\n', /line 1: the header is "date,open", but must be time,open,high,low,close/],
    ['an empty file', '', /is empty/],
    [
      'a word for a price',
      `${header}${firstLine}1483315260,0.7,x,0.7,0.7\n`,
      /line 3: .* is not time,open,high,low,close in numbers/,
    ],
    ['a missing column', `${header}1483315200,0.7,0.7,0.7\n`, /line 2/],
    ['a price of zero', `${header}1483315200,0.7,0.7,0,0.7\n`, /line 2/],
    ['a close above the high', `${header}1483315200,0.7,0.7,0.7,0.8\n`, /line 2/],
    ['a time inside a minute', `${header}1483315201,0.7,0.7,0.7,0.7\n`, /line 2/],
    ['times that do not rise', `${header}${firstLine}${firstLine}`, /line 3: times must strictly rise/],
  ])('rejects %s and names the line', async (_what, text, message) => {
    await expect(toBars(text)).rejects.toThrow(message);
    await expect(toBars(text)).rejects.toBeInstanceOf(UsageError);
  });

  it('rejects a truncated gzip file and a missing file', async () => {
    await expect(toBars(gzipSync(header + firstLine).subarray(0, 30), 'EURUSD.csv.gz')).rejects.toBeInstanceOf(
      UsageError,
    );
    await expect(readBars(join(folder, 'absent.csv')).next()).rejects.toBeInstanceOf(UsageError);
  });
});

describe('finding bar files', () => {
  it('takes the symbol from the first six letters of the name', async () => {
    const path = join(folder, 'gbpusd_2012-02.csv');
    await writeFile(path, header);
    expect(findBarFiles([path])).toEqual([{ path, symbol: 'GBPUSD' }]);
  });

  it.each([
    ['a place that does not exist', () => join(folder, 'nowhere'), /there is no file or folder/],
    ['a name without a symbol', () => join(folder, 'x.csv'), /must begin with the six letters of its symbol/],
  ])('rejects %s', async (_what, place, message) => {
    await writeFile(join(folder, 'x.csv'), header);
    expect(() => findBarFiles([place()])).toThrow(message);
  });
});
