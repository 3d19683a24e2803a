import { minuteMs } from '#domain/time.ts';
import { publishLog, serveLog } from '#tests/support/record/published-log.ts';
import { simulateLog } from '#tests/support/record/simulated-log.ts';

/** node bench/serve-record.ts <start> <minutes> <signals>: serves a simulated record without witnesses. */
const [start = '', minutes, signals] = process.argv.slice(2);
const from = Date.parse(start);
const log = publishLog(
  simulateLog({ from, minutes: Number(minutes), signals: Number(signals) }),
  from + Number(minutes) * minuteMs,
);
// Its figures are counted at the first question for them, which takes minutes.
log.answer('/api/record/models', new URLSearchParams());
const { address } = await serveLog(log);
process.stdout.write(`${log.items.length} leaves; runs at ${address}\n`);
