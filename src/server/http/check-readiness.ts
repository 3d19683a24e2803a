import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { checkNames, Readiness } from '#contract/health.ts';

export type ReadinessState = 'ok' | 'degraded' | 'down';

export interface ReadinessCheck {
  readonly name: (typeof checkNames)[number];
  readonly check: () => ReadinessState | Promise<ReadinessState>;
}

/**
 * A check that exceeds this timeout counts as down. Above a second of waiting for a connection and a
 * query of two seconds, so that a slow database is degraded.
 */
const checkWithinMs = 4_000;

/** Names and states only: the reason is logged by the component that is down. */
export async function checkReadiness(checks: readonly ReadinessCheck[]): Promise<z.infer<typeof Readiness>> {
  const states = await Promise.all(checks.map(async ({ name, check }) => ({ name, state: await getState(check) })));
  return { ready: states.every(({ state }) => state !== 'down'), checks: states };
}

async function getState(check: ReadinessCheck['check']): Promise<ReadinessState> {
  const timeout = new AbortController();
  const late = pause(checkWithinMs, 'down' as const, { signal: timeout.signal, ref: false }).catch(
    () => 'down' as const,
  );
  try {
    return await Promise.race([check(), late]);
  } catch {
    return 'down';
  } finally {
    timeout.abort();
  }
}
