/** A pip is the last but one decimal place: 0.0001 for five digits, 0.01 for three. */
export const pipSize = (digits: number): number => 10 ** (1 - digits);

/** The price rounded to the pair's precision: the nearest decimal to the exact binary value. */
export const roundPrice = (price: number, digits: number): number => Number(price.toFixed(digits));

/** A price as an integer count of its last decimal place, so that prices compare exactly. */
export const toPoints = (price: number, digits: number): number => Math.round(price * 10 ** digits);

export const computeMid = (bid: number, ask: number): number => (bid + ask) / 2;

export const pipsBetween = (from: number, to: number, digits: number): number =>
  (toPoints(to, digits) - toPoints(from, digits)) / 10;
