import type { Formats } from '../language/formats.ts';

/** Never rounded up to all forecasts: a model that has issued any is not silent. */
export const silentShare = (f: Pick<Formats, 'percent'>, share: number): string =>
  share > 0.99 && share < 1 ? f.percent(Math.floor(share * 1_000) / 1_000, 1) : f.percent(share);
