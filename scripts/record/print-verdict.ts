import type { Findings } from '#record/verify/findings.ts';

/** The last line of a verification, and its exit code. */
export function printVerdict(findings: Findings): number {
  const [failures, skipped] = [findings.failures(), findings.skipped()];
  if (failures > 0) process.stdout.write(`Failed checks: ${failures}.\n`);
  else process.stdout.write(skipped > 0 ? `Passed, but ${skipped} checks were not made.\n` : 'All checks passed.\n');
  if (failures > 0) return 1;
  return skipped > 0 ? 2 : 0;
}
