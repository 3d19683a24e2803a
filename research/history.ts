import { runCommand } from '#scripts/command/run-command.ts';
import { fetchHistory } from './history/fetch-history.ts';
import { historyOptions } from './history/history-options.ts';
import { pause } from './history/fetch-with-retry.ts';

/**
 * npm run history -- --pairs EURUSD,GBPUSD --from 2024-01-01 [--to 2024-03-01] [--out data/history] [--source address]
 * One-minute mid bars of Dukascopy Bank, the days in [--from, --to), --to being today unless it is said, as one file a pair
 * that train and evaluate read. Days that were fetched once are kept in a folder of --out and not asked for again: the same
 * command goes on where it was cut off, another range adds to the file. --source: a mirror instead of the bank's address.
 */
await runCommand(async () => {
  const now = Date.now();
  process.exitCode = await fetchHistory(historyOptions(process.argv.slice(2), now), {
    fetchUrl: fetch,
    pause,
    now,
    ticks: () => performance.now(),
    isTerminal: process.stderr.isTTY,
    progress: (text) => process.stderr.write(text),
    print: (line) => process.stdout.write(`${line}\n`),
  });
});
