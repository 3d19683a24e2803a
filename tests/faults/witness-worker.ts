/**
 * A witness that answers submissions until it is killed. Started by f03-witness-killed.test.ts:
 * node witness-worker.ts <folder> <log's vkey> <step or "none"> <hits before the crash>. Each line
 * of its input is a body as JSON, each line of its output the answer.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ReplaceStep } from '#node/replace-file.ts';
import { createAddCheckpoint } from '../../src/witness/add-checkpoint.ts';
import { openWitness, watchLogs } from '../../src/witness/run-witness.ts';

const [folder = '', vkey = '', chosenStep = 'none', hits = '1'] = process.argv.slice(2);

let hitsLeft = Number(hits);
const onStep = (step: ReplaceStep): void => {
  if (step === chosenStep && --hitsLeft === 0) process.kill(process.pid, 'SIGKILL');
};

const { key, state } = await openWitness({ folder, name: 'witness.example/w1', onStep });
await watchLogs({ state, logs: [vkey], print: () => undefined });
const addCheckpoint = createAddCheckpoint({ key, state, clock: Date, onContradiction: () => undefined });
for await (const line of createInterface({ input: process.stdin }))
  writeSync(1, `${JSON.stringify(await addCheckpoint(JSON.parse(line)))}\n`);
