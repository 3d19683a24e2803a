/** Periods [from, to) in which the feed was interrupted, milliseconds UTC. */
export interface GapList {
  /** Marks a gap that began at `from`; `to` null: it lasts. A second call with the same `from` sets its end. */
  mark(from: number, to: number | null): void;
  /** Removes [from, to) from the gaps, because its bars are known now. */
  clear(from: number, to: number): void;
  /** Whether a gap reaches into [from, to). */
  reaches(from: number, to: number): boolean;
}

/**
 * Max number of gaps; the oldest are dropped, because bars of that age are outside every window.
 */
const maxPieces = 500;

/**
 * `began`: when the feed reported the start of the gap; filling may have moved `from` or split the
 * gap in two.
 */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly began: number;
}

export function createGapList(): GapList {
  let pieces: Piece[] = [];

  return {
    mark(from, to) {
      const end = to ?? Number.POSITIVE_INFINITY;
      const known = pieces.some((piece) => piece.began === from);
      pieces = known
        ? pieces.flatMap((piece) => (piece.began === from ? without(piece, end, Number.POSITIVE_INFINITY) : piece))
        : [...pieces, { from, to: end, began: from }].slice(-maxPieces);
    },
    clear(from, to) {
      pieces = pieces.flatMap((piece) => without(piece, from, to));
    },
    reaches: (from, to) => pieces.some((piece) => piece.from < to && piece.to > from),
  };
}

function without(piece: Piece, from: number, to: number): Piece[] {
  if (piece.to <= from || piece.from >= to) return [piece];
  const before = { ...piece, to: from };
  const after = { ...piece, from: to };
  return [before, after].filter((part) => part.from < part.to);
}
