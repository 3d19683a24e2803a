import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulatedMarket } from '#server/integrations/market-data/simulated-market.ts';

/**
 * Files of one-minute bars for FEED=replay, taken from the simulated market, because the real
 * recording is not part of the project. Enough for the features' windows and for hours of replay
 * after them.
 */
export async function writeRecordedMarket(symbols: readonly string[], minutes = 3_000) {
  const end = Date.parse('2026-03-04T15:00:00.000Z');
  const market = createSimulatedMarket({
    seed: 7,
    clock: { now: () => end },
    scheduler: { after: () => () => undefined },
    symbols,
  });
  const folder = await mkdtemp(join(tmpdir(), 'kurs-recorded-'));
  const files = await Promise.all(
    symbols.map(async (symbol) => {
      const bars = await market.backfill(symbol, end, minutes);
      const lines = bars.map(({ time, open, high, low, close }) => [time / 1000, open, high, low, close].join(','));
      const file = join(folder, `${symbol}.csv`);
      await writeFile(file, ['time,open,high,low,close', ...lines, ''].join('\n'));
      return file;
    }),
  );
  return { files, remove: () => rm(folder, { recursive: true, force: true }) };
}
