import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { Readiness } from '#contract/health.ts';
import type { Clock } from '#domain/clock.ts';

export type ReadinessState = 'ok' | 'degraded' | 'down';

export interface ReadinessCheck {
  readonly name: string;
  readonly check: () => ReadinessState | Promise<ReadinessState>;
}

/** A check that takes longer says by that how it is. */
const checkWithinMs = 2_000;

/** Names and states only: why something is down is told to the log by whoever knows. */
export async function checkReadiness(checks: readonly ReadinessCheck[]): Promise<z.infer<typeof Readiness>> {
  const states = await Promise.all(checks.map(async ({ name, check }) => ({ name, state: await stateOf(check) })));
  return { ready: states.every(({ state }) => state !== 'down'), checks: states };
}

/** So often at most the checks run, however often anybody asks. */
const answerHoldsMs = 5_000;

/** One answer for all who ask within five seconds: the address is open to everybody and counted by no limit. */
export function cacheReadiness(
  checks: readonly ReadinessCheck[],
  clock: Clock,
): () => Promise<z.infer<typeof Readiness>> {
  let cached: { readonly at: number; readonly answer: Promise<z.infer<typeof Readiness>> } | null = null;
  return () => {
    const now = clock.now();
    if (!cached || Math.abs(now - cached.at) >= answerHoldsMs) cached = { at: now, answer: checkReadiness(checks) };
    return cached.answer;
  };
}

async function stateOf(check: ReadinessCheck['check']): Promise<ReadinessState> {
  const giveUp = new AbortController();
  const late = pause(checkWithinMs, 'down' as const, { signal: giveUp.signal, ref: false }).catch(
    () => 'down' as const,
  );
  try {
    return await Promise.race([check(), late]);
  } catch {
    return 'down';
  } finally {
    giveUp.abort();
  }
}
