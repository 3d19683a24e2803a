import { z } from 'zod';
import { aiModelKeys } from '#domain/ai-model.ts';
import { findPair } from '#domain/currency-pair.ts';
import { directions } from '#domain/direction.ts';
import { durationMs, durations } from '#domain/duration.ts';
import { limits } from '#domain/limits.ts';
import { judge, outcomes } from '#domain/outcome.ts';

const Instant = z.iso.datetime({ precision: 3 }).transform((text) => Date.parse(text));

export const IssuedFacts = z.object({
  id: z.uuid(),
  model: z.enum(aiModelKeys),
  symbol: z.string(),
  direction: z.enum(directions),
  passability: z.number().min(50).max(100),
  duration: z.union(durations.map((one) => z.literal(one))),
  feed: z.string(),
  issuedAt: Instant,
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
});
export type IssuedFacts = z.infer<typeof IssuedFacts>;

export const OutcomeFacts = z.object({
  signal: z.uuid(),
  result: z.enum(outcomes).exclude(['void']),
  openPrice: z.number().positive(),
  openedAt: Instant,
  closePrice: z.number().positive(),
  closingTickAt: Instant,
  expiresAt: Instant,
});
type OutcomeFacts = z.infer<typeof OutcomeFacts>;

export const VoidFacts = z.object({ signal: z.uuid(), result: z.literal('void'), reason: z.string(), at: Instant });

/** What in an outcome does not follow from its signal and its own prices and instants; null: all of it does. */
export function contradictionIn(issued: IssuedFacts, outcome: OutcomeFacts): string | null {
  const { openedAt, expiresAt, closingTickAt } = outcome;
  const digits = findPair(issued.symbol)?.digits ?? 5;
  const result = judge(issued.direction, outcome.openPrice, outcome.closePrice, digits);
  if (result !== outcome.result) return `its prices say ${result}, it says ${outcome.result}`;
  if (openedAt < issued.issuedAt) return 'its entry lies before its issue';
  if (openedAt > issued.issuedAt + limits.entryWindowMs) return 'its entry came after the entry window';
  if (expiresAt !== openedAt + durationMs(issued.duration)) return 'its expiry is not entry + duration';
  if (closingTickAt < openedAt || closingTickAt > expiresAt) return 'its closing tick lies outside its life';
  if (expiresAt - closingTickAt > limits.closingTickMaxAgeMs) return 'its closing tick was too old to decide';
  return null;
}
