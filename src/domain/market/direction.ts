/** The two directions of a signal, as in the API. BUY: the price will close above entry. */
export const directions = ['BUY', 'SELL'] as const;
export type Direction = (typeof directions)[number];

export const getDirection = (pUp: number): Direction => (pUp >= 0.5 ? 'BUY' : 'SELL');

/** The probability of that direction, percent. */
export const toPassability = (pUp: number): number => 100 * Math.max(pUp, 1 - pUp);
