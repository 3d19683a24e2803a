import { z } from 'zod';
import type { RecordItem } from '#contract/record/record.ts';
import { aiModelKeys, llmModelKeys } from '#domain/signals/ai-model.ts';
import { directions } from '#domain/market/direction.ts';
import { durations } from '#domain/market/duration.ts';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { parsePrice, parseStatements } from '#domain/record/shadow-minute.ts';
import { gapReasons } from '#domain/record/gaps.ts';
import { outcomes, voidCauses, voidReasons } from '#domain/signals/outcome.ts';

const Instant = z.iso.datetime({ precision: 3 }).transform((text) => Date.parse(text));

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Nonce = z.string().regex(/^[0-9a-f]{32}$/);

const Seq = z.number().int().nonnegative();

/** Every field that a leaf of each form has (docs/record.md). */
export const IssuedFacts = z.object({
  id: z.uuid(),
  model: z.enum(aiModelKeys),
  modelVersion: z.string(),
  symbol: z.string(),
  direction: z.enum(directions),
  passability: z.number().min(50).max(100),
  /** False: practice. */
  hasEdge: z.boolean(),
  duration: z.union(durations.map((one) => z.literal(one))),
  feed: z.string(),
  issuedAt: Instant,
  seq: Seq,
  nonce: Nonce,
});
export type IssuedFacts = z.infer<typeof IssuedFacts>;

const Lines = <Read>(read: (line: string) => Read | null) =>
  z.array(
    z.string().transform((line, context) => {
      const found = read(line);
      if (found !== null) return found;
      context.addIssue(`not of the form: ${line.slice(0, 80)}`);
      return z.NEVER;
    }),
  );

export const OutcomeFacts = z.object({
  signal: z.uuid(),
  result: z.enum(outcomes).exclude(['void']),
  openPrice: z.number().positive(),
  openedAt: Instant,
  closePrice: z.number().positive(),
  closingTickAt: Instant,
  expiresAt: Instant,
});

export type OutcomeFacts = z.infer<typeof OutcomeFacts>;

export const VoidFacts = z.object({
  signal: z.uuid(),
  result: z.literal('void'),
  reason: z.enum(voidReasons),
  cause: z.enum(voidCauses).optional(),
  at: Instant,
});
export type VoidFacts = z.infer<typeof VoidFacts>;

/** Everything the models stated at a minute's close. */
export const MinuteFacts = z.object({
  form: z.literal('minute/1'),
  feed: z.string(),
  inTurn: z.string(),
  issuedAt: Instant,
  seq: Seq,
  nonce: Nonce,
  /** Compared with the bars by scripts/record/recompute-day.ts. */
  inputs: Hash,
  forecasts: Lines(parseStatements),
});
export type MinuteFacts = z.infer<typeof MinuteFacts>;

/** The answer of a language model. */
export const AnswerFacts = z.object({
  form: z.literal('answer/1'),
  feed: z.string(),
  model: z.enum(llmModelKeys),
  version: z.string(),
  symbol: z.string(),
  duration: z.union(durations.map((one) => z.literal(one))),
  minute: Instant,
  question: Hash,
  stated: z.number().min(0).max(1),
  calibrated: z.number().min(0).max(1),
  signalFrom: z.number().min(50).max(100),
  issuedAt: Instant,
  seq: Seq,
  nonce: Nonce,
});
export type AnswerFacts = z.infer<typeof AnswerFacts>;

export const MinutePricesFacts = z.object({
  form: z.literal('minute-prices/1'),
  forecast: Hash,
  prices: Lines(parsePrice),
});
export type MinutePricesFacts = z.infer<typeof MinutePricesFacts>;

export const SuccessionFacts = z.object({
  form: z.literal('succession/1'),
  previous: z.string(),
  previousKey: z.string(),
  reason: z.string(),
  at: Instant,
});

export const CalibrationFacts = z.object({
  form: z.literal('calibration/1'),
  feed: z.string(),
  model: z.enum(aiModelKeys),
  version: z.string(),
  from: Instant,
  to: Instant,
  decisions: z.number().int().positive(),
  factors: Lines(parseFactor),
  at: Instant,
});

export type CalibrationFacts = z.infer<typeof CalibrationFacts>;

export const GapFacts = z.object({
  form: z.literal('gap/1'),
  feed: z.string(),
  from: Instant,
  to: Instant,
  reason: z.enum(gapReasons),
  silentFrom: Instant.optional(),
  silentTo: Instant.optional(),
});

type LeafKind = z.infer<typeof RecordItem>['kind'];

const kinds: readonly (readonly [LeafKind, z.ZodObject])[] = [
  ['signal', IssuedFacts],
  ['outcome', OutcomeFacts],
  ['void', VoidFacts],
  ['forecast', MinuteFacts],
  ['forecast', AnswerFacts],
  ['outcome', MinutePricesFacts],
  ['gap', GapFacts],
  ['calibration', CalibrationFacts],
  ['succession', SuccessionFacts],
];

const forms = kinds.map(([kind, { shape }]) => {
  const names = Object.keys(shape);
  const required = names.filter((name) => !shape[name]?.safeParse(undefined).success);
  return { kind, form: shape['form'], names: new Set(names), required };
});

/** The kind that follows from the fields of a leaf alone; null: it has none of the forms. */
export function kindFromFields(leaf: Readonly<Record<string, unknown>>): LeafKind | null {
  const found = forms.find(
    ({ form, names, required }) =>
      (!form || form.safeParse(leaf['form']).success) &&
      required.every((name) => Object.hasOwn(leaf, name)) &&
      Object.keys(leaf).every((name) => names.has(name)),
  );
  return found?.kind ?? null;
}
