import { z } from 'zod';
import { WireBar } from './signals.ts';

export const gamePath = '/api/game/bars';

/**
 * A past period for "guess the next candle", at least an hour old so that it is useless for
 * trading.
 */
export const GameBars = z
  .object({
    symbol: z.string(),
    digits: z.number().int(),
    /** Consecutive minutes, oldest first: the bars shown at the start, then one per guess. */
    shown: z.array(WireBar),
    hidden: z.array(WireBar),
  })
  .meta({ id: 'GameBars' });
export type GameBars = z.infer<typeof GameBars>;
