import { describe } from 'vitest';
import { hasValkey, valkeyPrograms } from './start-valkey.ts';

const isSkipped = !hasValkey && !process.env.CI;
if (isSkipped)
  console.warn(`Skipped, because neither is installed: ${valkeyPrograms.join(', ')} (.ci/run installs it).`);

/** For tests of a real server; skipped where none is installed, except in CI, where they fail. */
export const describeWithValkey: (name: string, tests: () => void) => void = describe.skipIf(isSkipped);
