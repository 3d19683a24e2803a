import { type Duration, durations } from '#domain/market/duration.ts';
import { type MarketSession, marketSessions } from '#domain/market/market-session.ts';
import type { CalibrationFactor } from '#domain/statistics/calibration-factor.ts';
import type { EdgeMinutes, EdgeRow } from './count-edge-minutes.ts';

/** A market and what was counted in it, once for each seed. */
export interface CountedMarket {
  readonly name: string;
  readonly counts: readonly EdgeMinutes[];
}

/**
 * A table of the minutes with an edge, percent, the markets side by side in each cell: the mean
 * over the counts of a market.
 */
export function edgeTable(markets: readonly CountedMarket[], kind: 'ofFile' | 'calibrated'): string {
  const [first] = markets;
  const rows = (first?.counts[0]?.rows ?? []).map(({ model, duration }, r) => {
    const cells = marketSessions.map((session) =>
      markets
        .map(({ counts }) => percent(counts.map(({ rows: own }) => own[r]?.[kind][session] ?? Number.NaN)))
        .join(' / '),
    );
    return `| ${label(model)} | ${duration} | ${cells.join(' | ')} |`;
  });
  return [header(markets), ...rows].join('\n');
}

/** Likewise the factors on the log-odds of the model files; a dash: none can be estimated. */
export function factorTable(markets: readonly CountedMarket[]): string {
  const models = [...(markets[0]?.counts[0]?.factors.keys() ?? [])];
  const rows = models.flatMap((model) =>
    durations.map((duration) => {
      const cells = marketSessions.map((session) =>
        markets
          .map(({ counts }) =>
            meanFactor(
              counts.map(({ factors }) => factors.get(model)),
              session,
              duration,
            ),
          )
          .join(' / '),
      );
      return `| ${label(model)} | ${duration} | ${cells.join(' | ')} |`;
    }),
  );
  return [header(markets), ...rows].join('\n');
}

function meanFactor(
  counts: readonly (readonly CalibrationFactor[] | undefined)[],
  session: MarketSession,
  duration: Duration,
): string {
  const found = counts.flatMap(
    (factors) => factors?.find((one) => one.session === session && one.duration === duration)?.factor ?? [],
  );
  return found.length < counts.length ? '–' : computeMean(found).toFixed(2);
}

const header = (markets: readonly CountedMarket[]): string =>
  `| ${markets.map(({ name }) => name).join(' / ')} | minutes | ${marketSessions.join(' | ')} |\n|---|---|---|---|---|`;

const label = (model: EdgeRow['model']): string => (model === 'any' ? 'any' : `\`${model}\``);

const percent = (shares: readonly number[]): string => (100 * computeMean(shares)).toFixed(0);

const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
