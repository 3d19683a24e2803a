/**
 * A process that calibrates in virtual time, rollover after rollover, until it is killed. Started by
 * f03-calibration-killed.test.ts: node calibration-worker.ts <database url> <virtual start> <crash
 * point or "judging"> <hits before the crash>. Prints the virtual time of each run ("at …") and each
 * calibration that the engine is given ("used <model> <id>").
 */
import { writeSync } from 'node:fs';
import { dayMs } from '#domain/time.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { calibratingLife } from '#tests/support/market/calibrating-life.ts';

const [url = '', start = '0', chosenPoint = 'judging', hits = '1'] = process.argv.slice(2);
const print = (line: string): void => void writeSync(1, `${line}\n`);

let hitsLeft = Number(hits);
const reached = (point: string): void => {
  if (point === chosenPoint && --hitsLeft === 0) process.kill(process.pid, 'SIGKILL');
};

let now = Number(start);
const { calibrator, run } = calibratingLife({
  db: connectDatabase({ url, onIdleError: () => undefined }).db,
  now: () => now,
  crashPoint: reached,
  onJudge: () => reached('judging'),
  onApplied: (calibrations) => calibrations.forEach(({ id }, model) => print(`used ${model} ${id}`)),
});
await calibrator.apply();
for (; ; now += dayMs) {
  print(`at ${now}`);
  await run();
}
