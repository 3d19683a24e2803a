import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplaceStep } from '#node/replace-file.ts';
import { bundleProcess } from '#tests/support/browser/bundle-process.ts';
import { isFullRun } from '#tests/support/full-run.ts';
import { aLeaf, createTestLog } from '#tests/support/record/test-log.ts';
import { aWitnessFolder } from '#tests/support/record/test-witness.ts';
import { openWitness } from '../../src/witness/run-witness.ts';

/**
 * A witness is killed (SIGKILL) this many times, at each step of writing its state in turn and
 * between two submissions, while a log offers two continuations of everything it knows.
 */
const rounds = Number(process.env.KILL_ROUNDS ?? (isFullRun ? 200 : 40));
const steps: readonly (ReplaceStep | 'none')[] = ['draft-written', 'renamed', 'replaced', 'none'];

const log = createTestLog();
let worker: Awaited<ReturnType<typeof bundleProcess>>;
let folder: Awaited<ReturnType<typeof aWitnessFolder>>;
/** Every history that the witness cosigned, in order. */
const cosigned: (readonly Buffer[])[] = [];
/** Histories that it may have on disk: the last cosigned, and those whose answer was never received. */
let possible: (readonly Buffer[])[] = [[]];
/** Sizes of its latest checkpoint, as read after each kill. */
const sizes: number[] = [];
let kills = 0;

beforeAll(async () => {
  worker = await bundleProcess(fileURLToPath(new URL('./witness-worker.ts', import.meta.url)));
  folder = await aWitnessFolder();
  const first = await openWitness({ folder: folder.path, name: 'witness.example/w1' });
  await first.state.save({ origin: log.origin, vkey: log.vkey(), url: null, note: null });
  first.close();
  for (let round = 0; round < rounds; round++) await runUntilKilled(round);
}, 120_000);

afterAll(async () => {
  await folder.remove();
  await worker.remove();
});

async function runUntilKilled(round: number): Promise<void> {
  const step = steps[round % steps.length] ?? 'none';
  const hits = 1 + (Math.floor(round / steps.length) % 3);
  const child = spawn(process.execPath, [worker.file, folder.path, log.vkey(), step, String(hits)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The process may die while it is written to.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const submit = async (from: number, leaves: readonly Buffer[]): Promise<number | null> => {
    child.stdin.write(`${JSON.stringify(log.body(from, leaves))}\n`);
    const { value } = await answers.next();
    if (value === undefined) return null;
    const { status } = JSON.parse(value) as { status: number };
    if (status === 200) {
      cosigned.push(leaves);
      possible = [leaves];
    }
    return status;
  };
  // Two continuations of everything that it may know, until it is killed.
  for (let offer = 0, isAlive = true; isAlive && offer < 6; offer++) {
    for (const base of [...possible].toReversed()) {
      const leaves = [
        ...base,
        aLeaf(`${round}:${offer}:a`),
        ...(offer % 2 === 0 ? [aLeaf(`${round}:${offer}:b`)] : []),
      ];
      const status = await submit(base.length, leaves);
      if (status === 200) break;
      if (status !== null) continue;
      possible.push(leaves);
      isAlive = false;
      break;
    }
  }
  if (step === 'none') child.kill('SIGKILL');
  else if ((await Promise.race([ended, Promise.resolve('alive')])) === 'alive') child.stdin.end();
  if ((await ended) !== 'SIGKILL') throw new Error(`round ${round} (${step}) ended by itself`);
  kills++;
  await readState();
}

/** What the next start finds: the file is whole, and its checkpoint is cosigned by the witness's key. */
async function readState(): Promise<void> {
  const { state, close } = await openWitness({ folder: folder.path, name: 'unused' });
  const note = state.find(log.origin)?.note ?? null;
  close();
  const known = possible.filter((leaves) =>
    note === null ? leaves.length === 0 : note.startsWith(log.toText(leaves)),
  );
  expect(known).toHaveLength(1);
  sizes.push(known[0]?.length ?? 0);
}

describe(`a witness, killed ${rounds} times`, () => {
  it('was killed each time, and cosigned meanwhile', () => {
    expect(kills).toBe(rounds);
    expect(cosigned.length).toBeGreaterThan(rounds / 2);
  });

  it('never cosigned two histories: each continues the one before', () => {
    const forks = cosigned.filter((leaves, i) => (cosigned[i - 1] ?? []).some((leaf, at) => !leaves[at]?.equals(leaf)));
    expect(forks).toEqual([]);
  });

  it('never has a smaller tree on disk than before', () => {
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });
});
