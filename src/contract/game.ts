import { z } from 'zod';
import { WireBar } from './signals.ts';

export const gamePath = '/api/game/bars';

/** A stretch of the past for "guess the next candle": an hour old at least, so that it is of no use for a trade. */
export const GameBars = z
  .object({
    symbol: z.string(),
    digits: z.number().int(),
    /** Consecutive minutes, oldest first: what is shown at first, then one for each guess. */
    shown: z.array(WireBar),
    hidden: z.array(WireBar),
  })
  .meta({ id: 'GameBars' });
export type GameBars = z.infer<typeof GameBars>;
