import { describeFailure } from './failures.ts';
import type { SeedResult } from './run-seed.ts';

/** What happened, and how to see it again. */
export const printViolation = (seed: number, hours: number, { violation, failures, trace }: SeedResult): string =>
  [
    `seed ${seed}: ${violation}`,
    `with ${failures.length} failures:`,
    ...failures.map((one) => `  ${describeFailure(one)}`),
    'trace:',
    ...trace.map((line) => `  ${line.slice(0, 240)}`),
    `npm run simulate -- --seed ${seed} --hours ${hours}`,
  ].join('\n');
