/**
 * Position and motion of each decoration. `at`: its centre, as a share of the margin beside the
 * page's column.
 */
interface Piece {
  readonly side: 'left' | 'right';
  readonly at: number;
  /** Percent of the window's height. */
  readonly top: number;
  /** Pixels, where the margin has room for them. */
  readonly size: number;
  /** Degrees. */
  readonly turn: number;
  /** Seconds. */
  readonly duration: number;
  readonly delay: number;
}

interface Floating extends Piece {
  readonly shape: 'pumpkin' | 'bat' | 'ghost' | 'spider';
}

/** Seven, each 15 to 25 seconds per cycle; a negative delay starts in the middle of a cycle. */
export const floating: readonly Floating[] = [
  { shape: 'spider', side: 'left', at: 0.56, top: 10, size: 52, turn: 0, duration: 22, delay: -14 },
  { shape: 'bat', side: 'left', at: 0.62, top: 31, size: 46, turn: -12, duration: 17, delay: -4 },
  { shape: 'ghost', side: 'left', at: 0.58, top: 52, size: 44, turn: -6, duration: 21, delay: -9 },
  { shape: 'pumpkin', side: 'left', at: 0.45, top: 78, size: 64, turn: -8, duration: 25, delay: -2 },
  { shape: 'bat', side: 'right', at: 0.5, top: 16, size: 54, turn: 10, duration: 15, delay: -11 },
  { shape: 'ghost', side: 'right', at: 0.4, top: 40, size: 52, turn: 8, duration: 19, delay: -7 },
  { shape: 'pumpkin', side: 'right', at: 0.52, top: 74, size: 52, turn: 10, duration: 23, delay: -5 },
];

/**
 * Ten pumpkins of 20 to 35 pixels, 8 to 15 seconds from top to bottom, with a delay of 0 to 10
 * seconds.
 */
export const falling: readonly Piece[] = [
  { side: 'left', at: 0.2, top: 30, size: 22, turn: -30, duration: 12, delay: 0 },
  { side: 'left', at: 0.72, top: 66, size: 26, turn: 7, duration: 9, delay: 2 },
  { side: 'left', at: 0.36, top: 94, size: 20, turn: -16, duration: 15, delay: 7 },
  { side: 'left', at: 0.18, top: 86, size: 35, turn: 21, duration: 11, delay: 4 },
  { side: 'left', at: 0.78, top: 22, size: 24, turn: -2, duration: 14, delay: 9 },
  { side: 'right', at: 0.74, top: 88, size: 22, turn: -25, duration: 10, delay: 1 },
  { side: 'right', at: 0.24, top: 28, size: 30, turn: 12, duration: 13, delay: 5 },
  { side: 'right', at: 0.66, top: 58, size: 28, turn: -11, duration: 8, delay: 3 },
  { side: 'right', at: 0.3, top: 8, size: 20, turn: 26, duration: 15, delay: 10 },
  { side: 'right', at: 0.18, top: 96, size: 25, turn: 3, duration: 12, delay: 8 },
];
