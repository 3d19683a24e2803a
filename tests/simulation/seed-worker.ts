import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { defectNames } from './defects.ts';
import type { Failure } from './failures.ts';
import { printViolation } from './print-violation.ts';
import { makeRecordKey, runSeed, type SeedResult } from './run-seed.ts';
import { openSandbox } from './sandbox.ts';
import { shrink } from './shrink.ts';

/** What the command gives to each of its threads. */
export const WorkerData = z.object({
  url: z.string(),
  seeds: z.array(z.number().int()),
  hours: z.number().positive(),
  /** Planted, to see whether it is found; absent: none. */
  defect: z.enum(defectNames).optional(),
});

/** Of each seed. */
export interface SeedReport extends Pick<SeedResult, 'operations' | 'signals'> {
  readonly seed: number;
  /** Null: every invariant held. */
  readonly violation: string | null;
}

const { url, seeds, hours, defect } = WorkerData.parse(workerData);
const sandbox = await openSandbox(url);
const key = await makeRecordKey();
for (const seed of seeds) {
  const runWith = (failures?: readonly Failure[]) =>
    runSeed(sandbox, key, { seed, hours, ...(failures && { failures }), ...(defect && { defect }) });
  const found = await runWith();
  const smallest = found.violation === null || defect ? found : await shrink(found, runWith);
  const violation = smallest.violation && (defect ? smallest.violation : printViolation(seed, hours, smallest));
  const { operations, signals } = found;
  parentPort?.postMessage({ seed, violation, operations, signals } satisfies SeedReport);
  if (violation !== null && defect) break;
}
await sandbox.close();
