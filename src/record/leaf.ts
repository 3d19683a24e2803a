import canonicalize from 'canonicalize';
import { z } from 'zod';
import { Count, Hash, Instant as AnyInstant } from '#contract/wire.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { directions } from '#domain/market/direction.ts';
import { durations, maxDuration } from '#domain/market/duration.ts';
import { aiModelKeys, answerOpenMs, llmModelKeys } from '#domain/signals/ai-model.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { voidCauses } from '#domain/signals/outcome.ts';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { roundProbability } from './lines.ts';

/** The forms and the derived facts of the seven kinds of leaf; docs/record.md has them as a table. Their lines: lines.ts. */

/** Instants and waits of the protocol, milliseconds. */
export const recordLimits = {
  /** From the close of a bar to the statement of its minute. */
  statedWithinMs: 30 * secondMs,
  /** From the last expiry of a statement to its outcome. */
  decidedWithinMs: 10 * minuteMs,
  /** A signal passes on the minute before the newest one for this long after the newest one. */
  previousMinuteMs: 5 * secondMs,
  /** The same for an answer: a language model has this long to answer. */
  previousQuestionMs: 10 * secondMs,
  /** From the close of the bar to the last signal that passes its forecast on. */
  passedOnWithinMs: answerOpenMs,
  /** How far the clocks of the record, of witnesses and of a reader may differ. */
  clockToleranceMs: 5 * secondMs,
} as const;

/** Everyone's payout counts within these bounds, as a share of the stake. */
const payoutRange = { min: 0.6, max: 0.92 } as const;

/** An earlier start would give a record more days than a verifier can count. */
const Instant = AnyInstant.refine((text) => text >= '2000');
const Pair = z.string().refine(isSymbol);
const Model = z.enum(aiModelKeys).exclude(['manual']);
const DurationMinutes = z.literal(durations);
const Side = z.enum(directions);
const Nonce = z.string().regex(/^[0-9a-f]{32}$/);
const Payout = z.number().min(payoutRange.min).max(payoutRange.max);
const maxText = 200;
const Text = z.string().min(1).max(maxText);

/** Percent for the stated side, at most two decimals. */
const Probability = z
  .number()
  .min(50)
  .max(100)
  .refine((value) => roundProbability(value) === value);

/** Each once, in rising order. */
const sorted = <Value extends string | number>(item: z.ZodType<Value>) =>
  z.array(item).refine((all) => all.every((one, i) => i === 0 || one > (all[i - 1] ?? one)));

const Line = z.string().max(16_384);

/** The first leaf: what the whole record is about. */
export const GenesisLeaf = z.strictObject({
  kind: z.literal('genesis'),
  /** The name of the record's key and the first line of its checkpoints. */
  origin: Text,
  feed: z.strictObject({ kind: z.enum(['simulated', 'deriv', 'oanda']), source: Text }),
  pairs: sorted(Pair).min(1),
  durations: sorted(DurationMinutes).min(1),
  /** All that may state or answer in this record; only those with a version in force state minutes. */
  models: sorted(Model).min(1),
  /** Share of the stake that a win pays, for figures; a signal has its own. */
  payout: Payout,
  calendar: z.enum(['forex', 'always']),
  at: Instant,
  /** The last checkpoint of the record before this one, a signed note, and why it is not continued. */
  previous: z.strictObject({ note: z.string().max(16_384), reason: z.string().min(20).max(500) }).optional(),
});

/** What a model consists of from the next minute on. */
export const VersionLeaf = z
  .strictObject({
    kind: z.literal('version'),
    model: Model.exclude(llmModelKeys),
    /** New in the record. */
    id: z.string().regex(/^[\w.+-]{1,100}$/),
    /** SHA-256 of the model file; null: the model leaves. */
    file: Hash.nullable(),
    calibration: z
      .strictObject({
        from: Instant,
        to: Instant,
        decisions: z.number().int().positive(),
        /** Written by domain/statistics/calibration-factor.ts. */
        factors: z
          .array(
            z
              .string()
              .max(maxText)
              .refine((line) => parseFactor(line) !== null),
          )
          .max(100),
      })
      .nullable(),
    at: Instant,
  })
  .refine(({ file, calibration }) => file !== null || calibration === null);

/** What every model with a version in force states at the close of a bar. Closed. */
export const MinuteLeaf = z.strictObject({
  kind: z.literal('minute'),
  /** Start of the bar that closed. */
  minute: Instant.refine((text) => Date.parse(text) % minuteMs === 0),
  at: Instant,
  /** SHA-256 of the line of bars that the forecasts follow from. */
  inputs: Hash,
  /** Index of the version leaf of each model, in the order of `forecasts`. */
  versions: z.array(Count).max(100),
  /** One line a model: `writeForecasts`. */
  forecasts: z.array(Line).max(100),
  /** Pairs without a fresh price, of which nothing is stated. */
  without: sorted(Pair),
  nonce: Nonce,
});

/** What a language model answered, before a signal passes it on. Closed. */
export const AnswerLeaf = z.strictObject({
  kind: z.literal('answer'),
  model: z.enum(llmModelKeys),
  pair: Pair,
  duration: DurationMinutes,
  /** Index of the minute leaf. */
  minute: Count,
  /** SHA-256 of the question. */
  question: Hash,
  /** P(up) as the language model states it, of one; its side is the side of the answer. */
  stated: z.number().min(0).max(1),
  /** As its settled answers support it; never surer than `stated`. */
  probability: Probability,
  at: Instant,
  nonce: Nonce,
});

/** A forecast as a trader received it. Closed. */
export const SignalLeaf = z.strictObject({
  kind: z.literal('signal'),
  /** Index of the minute or answer leaf that it passes on. */
  of: Count,
  /** Whether the trader chose the pair. */
  manual: z.boolean(),
  /** The one that spoke. */
  model: Model,
  pair: Pair,
  duration: DurationMinutes,
  side: Side,
  /** As of `at`. */
  probability: Probability,
  /** Of the trader's broker. */
  payout: Payout,
  at: Instant,
  nonce: Nonce,
});

/** The deciding prices of a minute or a signal: one line a pair, `writePrices`. */
export const OutcomeLeaf = z.strictObject({
  kind: z.literal('outcome'),
  /** Index of the minute or signal leaf. */
  of: Count,
  prices: z.array(Line).max(100),
});

/** The operator takes a signal out of the figures; its outcome follows all the same. */
export const VoidLeaf = z.strictObject({
  kind: z.literal('void'),
  /** Index of the signal leaf. */
  of: Count,
  cause: z.enum(voidCauses),
  at: Instant,
});

export const Leaf = z.discriminatedUnion('kind', [
  GenesisLeaf,
  VersionLeaf,
  MinuteLeaf,
  AnswerLeaf,
  SignalLeaf,
  OutcomeLeaf,
  VoidLeaf,
]);

export type GenesisLeaf = z.infer<typeof GenesisLeaf>;
export type VersionLeaf = z.infer<typeof VersionLeaf>;
export type MinuteLeaf = z.infer<typeof MinuteLeaf>;
export type AnswerLeaf = z.infer<typeof AnswerLeaf>;
export type SignalLeaf = z.infer<typeof SignalLeaf>;
export type OutcomeLeaf = z.infer<typeof OutcomeLeaf>;
export type VoidLeaf = z.infer<typeof VoidLeaf>;
export type Leaf = z.infer<typeof Leaf>;
export type LeafKind = Leaf['kind'];
/** Shows only its hash until `opensAt`. */
export type ClosedLeaf = MinuteLeaf | AnswerLeaf | SignalLeaf;

/**
 * The exact text that is hashed and stored: RFC 8785, keys sorted, numbers in their shortest form.
 * Throws a TypeError for what has no such text, as a lone surrogate.
 */
export function canonicalLeaf(leaf: Leaf): string {
  const text = canonicalize(leaf);
  if (text === undefined) throw new TypeError('a leaf must be a JSON object');
  return text;
}

/** Throws for anything but the canonical text of a leaf: a reader of a foreign record calls this. */
export function parseLeaf(text: string): Leaf {
  const leaf = Leaf.parse(JSON.parse(text));
  if (canonicalLeaf(leaf) !== text) throw new TypeError('the text is not canonical JSON');
  return leaf;
}

export const isClosedKind = (leaf: Leaf): leaf is ClosedLeaf =>
  leaf.kind === 'minute' || leaf.kind === 'answer' || leaf.kind === 'signal';

/** When the bar of a minute had closed: from then on its forecasts age. Milliseconds UTC. */
export const closeOfMinute = ({ minute }: MinuteLeaf): number => Date.parse(minute) + minuteMs;

/**
 * The last expiry that follows from a closed leaf, milliseconds UTC: from then on the leaf is open,
 * and the outcome of a minute or signal is stated within `recordLimits.decidedWithinMs`.
 */
export function opensAt(leaf: ClosedLeaf): number {
  const at = Date.parse(leaf.at);
  if (leaf.kind === 'minute') return latestExpiry(at, maxDuration);
  return latestExpiry(leaf.kind === 'answer' ? at + answerOpenMs : at, leaf.duration);
}

/** No leaf stays closed for longer. */
export const maxClosedMs = latestExpiry(answerOpenMs, maxDuration);
