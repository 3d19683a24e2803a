import type { TraderPayouts } from '#server/modules/payouts/payouts.api.ts';

/** What a win pays of every pair, and of some another share. */
export const paying = (share: number, bySymbol: Readonly<Record<string, number>> = {}): TraderPayouts => ({
  default: share,
  on: (symbol) => bySymbol[symbol] ?? share,
});
