/**
 * A record that grows in virtual time, is signed and published, until the process is killed. Started
 * by f03-record-killed.test.ts: node record-worker.ts <database url> <data folder> <crash point or
 * "none"> <hits before the crash>. Prints each leaf that is committed ("committed …"), each published
 * checkpoint ("published …", base64), each line of its log and each alarm.
 */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { pino } from 'pino';
import { minuteMs, secondMs, startOfMinute } from '#domain/time.ts';
import type { CrashPoint } from '#server/start/crash-points.ts';
import { connectDatabase } from '#server/database/connection.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createInputJournal } from '#server/live/input-journal.ts';
import { appendLeaves, lockFeed } from '#server/modules/record/append/append-leaves.ts';
import { createCheckpoints } from '#server/modules/record/sign/checkpoints.ts';
import { findNewestAt } from '#server/modules/record/append/feed-position.ts';
import { openNoteFile, recordFolder } from '#server/modules/record/sign/note-file.ts';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { createSignRecord } from '#server/modules/record/sign/sign-record.ts';
import { createAppendMinute, minuteId } from '#server/modules/shadow/append-minute.ts';

const [url = '', dataDir = '', chosenPoint = 'none', hits = '1'] = process.argv.slice(2);
const print = (line: string): void => void writeSync(1, `${line}\n`);

let hitsLeft = Number(hits);
const crashPoint = (point: CrashPoint): void => {
  if (point === chosenPoint && --hitsLeft === 0) process.kill(process.pid, 'SIGKILL');
};

const feed = 'simulated:1';
const firstMinute = Date.parse('2026-03-02T23:00:00.000Z');
const { db } = connectDatabase({ url, onIdleError: () => undefined });
let now = firstMinute;
const clock = { now: () => now };
const key = await openRecordKey({
  db,
  secret: 'a-secret-of-thirty-two-characters',
  name: 'kurs.example/record',
  clock,
});
const noteFile = openNoteFile(recordFolder(dataDir, key));
const log = pino({}, { write: (line: string) => print(`${JSON.parse(line).level > 40 ? 'alarm' : 'logged'} ${line}`) });

const bus = createInProcessBus();
bus.subscribe(({ data }) => print(`published ${Buffer.from((data as { note: string }).note).toString('base64')}`));
const { signal } = new AbortController();
const sign = createSignRecord({ db, key, noteFile, clock, signal, crashPoint });
// Without its timer: it is polled below.
const checkpoints = createCheckpoints({ db, sign, bus, clock, after: () => () => undefined, log });
const inputs = createInputJournal(['a model'], { isLeading: () => true });
const appendMinute = createAppendMinute({
  db,
  feed,
  gapReasons: { getReason: () => 'stopped', findSilence: () => null },
  inputs,
  clock,
  nonce: () => 'a'.repeat(32),
  crashPoint: () => undefined,
});

print('ready');
const newestAt = await findNewestAt(db, feed);
now = Number.isFinite(newestAt) ? startOfMinute(newestAt) + minuteMs : firstMinute;
await checkpoints.poll();
for (;;) {
  await stateMinute();
  await checkpoints.poll();
  await issueAndSettle();
  await checkpoints.poll();
}

async function stateMinute(): Promise<void> {
  now = startOfMinute(now) + minuteMs + 650;
  const barTime = startOfMinute(now) - minuteMs;
  inputs.add(['bar', 'EURUSD', barTime, 1.1, 1.2, 1, 1.15]);
  inputs.add(['close', barTime, []]);
  const models = [{ model: 'kurs_ai_v1', version: 'v', statements: [] }] as const;
  const stated = { barTime, inTurn: 'EURUSD', models };
  const isNew = await appendMinute({
    barTime,
    findNotOpen: () => [],
    stateAt: (statedAt) => ({ ...stated, statedAt }),
  });
  if (!isNew) throw new Error(`the minute at ${barTime} was not stated`);
  print(`committed ${minuteId(feed, barTime)}`);
}

/** A signal and its outcome, each in a transaction of its own. */
async function issueAndSettle(): Promise<void> {
  const id = randomUUID();
  await db.transaction(async (tx) => {
    const at = new Date(Math.max(now, (await lockFeed(tx, feed)).newestAt));
    const leaf = {
      id,
      model: 'manual',
      modelVersion: 'v',
      symbol: 'EURUSD',
      direction: 'BUY',
      passability: 56,
      hasEdge: true,
      duration: 2,
      feed,
      issuedAt: at.toISOString(),
      nonce: 'b'.repeat(32),
    } as const;
    await appendLeaves(tx, [{ kind: 'signal', signalId: id, at, leaf }]);
  });
  print(`committed ${id}`);
  const outcome = {
    signal: id,
    result: 'successful',
    openPrice: 1.1,
    openedAt: new Date(now + 200).toISOString(),
    closePrice: 1.2,
    closingTickAt: new Date(now + 100 + 2 * minuteMs).toISOString(),
    expiresAt: new Date(now + 200 + 2 * minuteMs).toISOString(),
  } as const;
  const at = new Date(now + 2 * minuteMs + secondMs);
  await db.transaction((tx) => appendLeaves(tx, [{ kind: 'outcome', signalId: id, at, leaf: outcome }]));
}
