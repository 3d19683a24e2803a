import { z } from 'zod';
import { marketSessions } from '#domain/market/market-session.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { Instant, Share } from '../wire.ts';
import { RecordFigures } from './record.ts';

/**
 * What a model is calibrated to: its log-odds are multiplied by a factor for each market session and
 * duration, with its 95 % interval. Where none is estimated, the conservative factor holds.
 */
export const FeedCalibration = z
  .object({
    from: Instant,
    to: Instant,
    decisions: z.number().int().positive(),
    sessions: z.array(
      z.object({
        session: z.enum(marketSessions),
        duration: z.number().int().positive(),
        factor: z.number().nonnegative(),
        low: z.number().nonnegative(),
        high: z.number().nonnegative(),
      }),
    ),
  })
  .meta({ id: 'FeedCalibration' });
export type FeedCalibration = z.infer<typeof FeedCalibration>;

const Difference = z.number().min(-1).max(1);

/** Real minus stated probability of a step, which significantly left the interval of the card. */
export const ModelFlag = z
  .object({
    /** Start of the step of the stated probability, percent. */
    from: z.number(),
    count: z.number().int().positive(),
    /** Interval that holds the true value, valid for any number of checks. */
    live: z.object({ value: Difference, low: Difference, high: Difference }),
    card: z.object({ low: Difference, high: Difference }),
  })
  .meta({ id: 'ModelFlag' });

const PastRate = { count: z.number().int(), real: Share, low: Share, high: Share };

/** A local model of this product, beside what the record says of it. */
export const ModelState = z
  .object({
    model: z.enum(aiModelKeys),
    /** Of its newest version in the record; null: not calibrated yet, or of a replay. */
    calibration: FeedCalibration.nullable(),
    /** What its card promises for the months held out from training; null: it has none. */
    card: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        /** Its signals by day (03:00 to 16:00 New York); a duration without signals is missing. */
        byDay: z.array(
          z.object({
            duration: z.number().int(),
            ...PastRate,
            /** With factors estimated each day from the days before; null: too few signals for a rate. */
            calibrated: z.object(PastRate).nullable(),
          }),
        ),
      })
      .nullable(),
    /** The figure of its file in the record, over all time, that contradicts the card; null: none does. */
    flag: ModelFlag.nullable(),
  })
  .meta({ id: 'ModelState' });
export type ModelState = z.infer<typeof ModelState>;

/** The figures follow from the leaves; `states` does not. */
export const PublishedFigures = RecordFigures.extend({ states: z.array(ModelState) }).meta({ id: 'PublishedFigures' });
export type PublishedFigures = z.infer<typeof PublishedFigures>;
