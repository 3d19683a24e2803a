/**
 * A record that grows in virtual time, is signed and published, until the process is killed. Started
 * by f61-record-killed.test.ts: node record-worker.ts <database url> <data folder> <crash point or
 * "none"> <hits before the crash>. Prints how many leaves are committed ("committed …"), each
 * published checkpoint ("published …", base64), each line of its log and each alarm.
 */
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import type { CrashPoint } from '#server/start/runtime.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { readHead } from '#server/modules/record/append/append-leaves.ts';
import { openRecord } from '#server/modules/record/record-context.ts';
import { openNoteFile } from '#server/modules/record/sign/note-file.ts';
import { signRegularly } from '#server/modules/record/sign/sign-record.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { continueRecord } from '#tests/support/record/grow-record.ts';

const [url = '', dataDir = '', chosenPoint = 'none', hits = '1'] = process.argv.slice(2);
const print = (line: string): void => void writeSync(1, `${line}\n`);

let hitsLeft = Number(hits);
const crashPoint = (point: CrashPoint): void => {
  if (point === chosenPoint && --hitsLeft === 0) process.kill(process.pid, 'SIGKILL');
};

const { db } = connectDatabase({ url, onIdleError: () => undefined });
const setup = await continueRecord(db, crashPoint);
const clock = { now: setup.now };
const log = pino({}, { write: (line: string) => print(`${JSON.parse(line).level > 40 ? 'alarm' : 'logged'} ${line}`) });
const bus = createInProcessBus();
bus.subscribe(({ data }) => print(`published ${Buffer.from((data as { note: string }).note).toString('base64')}`));
// Without its timer: it is polled below.
const scheduler = { after: () => () => undefined };
const ctx = await openRecord({
  ...testPlatform({ db }, { clock, scheduler, bus, log, crashPoint }),
  config: testConfig({ dataDir, publicUrl: 'https://kurs.example' }),
  models: new Map(),
  witnessSide: { witnesses: [], quorum: 0 },
  openNoteFile,
});
const signing = signRegularly(ctx);

print('ready');
await signing.poll();
for (;;) {
  await setup.run(1);
  print(`committed ${(await readHead(db)).size}`);
  await signing.poll();
}
