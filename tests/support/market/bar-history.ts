import type { Bar } from '#engine/bar/bar-builder.ts';

/** Bars as the live engine returns them: those of one pair with `from` <= time < `to`. */
export const barHistory = (bars: Readonly<Record<string, readonly Bar[]>>) => ({
  bars: (symbol: string, from: number, to: number): readonly Bar[] =>
    (bars[symbol] ?? []).filter(({ time }) => time >= from && time < to),
});
