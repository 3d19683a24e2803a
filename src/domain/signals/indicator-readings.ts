interface IndicatorReading {
  readonly name: string;
  readonly value: number;
  readonly reading: 'oversold' | 'overbought' | 'neutral';
}

/** Classic indicators with their textbook bounds. */
const indicators = [
  { name: 'rsi_14', low: 30, high: 70 },
  { name: 'position_14', low: 20, high: 80 },
  { name: 'z_20', low: -2, high: 2 },
  { name: 'z_60', low: -2, high: 2 },
] as const;

/** RSI and stochastic position range from −1 to 1 as features and from 0 to 100 as readings. */
export const inUnits = (feature: string, value: number): number =>
  /^(rsi|position)_/.test(feature) ? 50 + 50 * value : value;

/** Derives readings from these features; `feature` returns undefined for an unavailable one. */
export const interpretIndicators = (feature: (name: string) => number | undefined): IndicatorReading[] =>
  indicators.flatMap(({ name, low, high }) => {
    const raw = feature(name);
    if (raw === undefined) return [];
    const value = inUnits(name, raw);
    return [{ name, value, reading: value <= low ? 'oversold' : value >= high ? 'overbought' : 'neutral' }];
  });

/**
 * Readings of each voter of the squad: it votes up when the market is oversold, down when
 * overbought.
 */
export const interpretVotes = (
  contributions: readonly { readonly feature: string; readonly value: number }[],
): IndicatorReading[] =>
  contributions
    .filter(({ feature }) => feature.startsWith('vote_'))
    .map(({ feature: name, value }) => ({
      name,
      value,
      reading: value > 0 ? 'oversold' : value < 0 ? 'overbought' : 'neutral',
    }));
