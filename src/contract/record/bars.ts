import { z } from 'zod';
import { Instant } from '../wire.ts';

const Integer = z.number().int();
/** Milliseconds UTC. */
const Time = Integer;
const Price = z.number().positive();
const Row = [Time, Price, Price, Price, Price] as const;
const Ticks = z.tuple([
  z.number().nonnegative().nullable(),
  Integer.positive(),
  Integer,
  Integer,
  Integer,
  z.number().nonnegative(),
]);

/** The forms are explained in engine/bar-input.ts. */
const BarInput = z.union([
  z.tuple([z.literal('start'), z.array(z.string()), z.array(z.string())]),
  z.tuple([z.literal('calibrate'), z.array(z.string())]),
  z.tuple([z.literal('fill'), z.string(), z.array(z.tuple(Row))]),
  z.tuple([z.literal('bar'), z.string(), ...Row, Ticks.nullable()]),
  z.tuple([z.literal('close'), Time, z.array(z.string())]),
]);

/**
 * A line of a day's bars: what the engine received since the line before it, up to the close of
 * `minute`. The SHA-256 of the line is in the leaf of that minute.
 */
export const BarLine = z.object({
  /** Start of the bar that had closed when the minute was stated. */
  minute: Instant,
  inputs: z.array(BarInput),
});
export type BarLine = z.infer<typeof BarLine>;
