import type { Failure } from './failures.ts';
import type { SeedResult } from './run-seed.ts';

/**
 * The same violation with as few failures as possible: each is left out in turn, as long as the
 * violation stays. Every attempt is a whole run.
 */
export async function shrink(
  found: SeedResult,
  runWith: (failures: readonly Failure[]) => Promise<SeedResult>,
): Promise<SeedResult> {
  let smallest = found;
  for (let place = 0; place < smallest.failures.length; ) {
    const attempt = await runWith(smallest.failures.filter((_, i) => i !== place));
    if (getKind(attempt) === getKind(found)) smallest = attempt;
    else place += 1;
  }
  return smallest;
}

/** Without its instant, its ids and its numbers. */
const getKind = ({ violation }: Pick<SeedResult, 'violation'>): string | null =>
  violation && violation.slice('2026-03-03T12:00:00.000Z '.length).replaceAll(/[0-9a-f-]{32,36}|\d+|\{.*/g, '…');
