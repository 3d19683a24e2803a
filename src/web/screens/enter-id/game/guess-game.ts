import type { GameBars } from '#contract/game.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';

export type Guess = 'up' | 'down';

/** One round on recorded bars, and the guesses of all rounds so far. Without money or record. */
export interface GuessGame {
  readonly round: GameBars;
  /** Number of hidden bars revealed so far. */
  readonly revealed: number;
  /** The newest guess and whether it was correct; null: none in this round yet. */
  readonly last: { readonly guess: Guess; readonly isHit: boolean } | null;
  readonly hits: number;
  readonly guesses: number;
}

export const startGame = (round: GameBars, before?: Pick<GuessGame, 'hits' | 'guesses'>): GuessGame => ({
  round,
  revealed: 0,
  last: null,
  hits: before?.hits ?? 0,
  guesses: before?.guesses ?? 0,
});

export const isRoundOver = ({ round, revealed }: GuessGame): boolean => revealed >= round.hidden.length;

/** Reveals the next bar; returns the same game when there is none. */
export function guess(game: GuessGame, message: Guess): GuessGame {
  const next = game.round.hidden[game.revealed];
  if (!next) return game;
  const isHit = (next.close > next.open ? 'up' : 'down') === message;
  return {
    ...game,
    revealed: game.revealed + 1,
    last: { guess: message, isHit },
    hits: game.hits + (isHit ? 1 : 0),
    guesses: game.guesses + 1,
  };
}

export const barsOnTable = ({ round, revealed }: GuessGame) => [...round.shown, ...round.hidden.slice(0, revealed)];

/**
 * Comparison with a coin: the share of hits with its 95 % interval; null before the first guess.
 */
export function computeTally({
  hits,
  guesses,
}: GuessGame): { share: number; low: number; high: number; isCoin: boolean } | null {
  const interval = wilsonInterval(hits, guesses);
  if (!interval) return null;
  return { share: hits / guesses, ...interval, isCoin: interval.low <= 0.5 && interval.high >= 0.5 };
}
