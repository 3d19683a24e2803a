import { durations } from '#domain/market/duration.ts';
import { marketSessions } from '#domain/market/market-session.ts';
import { modelsFolder } from '#research/evaluation/read-models.ts';
import { countEdgeMinutes, type EdgeMinutes, type EdgeRow } from '#research/silence/count-edge-minutes.ts';
import { countDemo, loadRecordedQuarter } from '#research/silence/edge-markets.ts';
import { resolvePlace } from '#scripts/command/place.ts';
import { readMarketParameters } from '#server/integrations/market-data/simulated/market-parameters.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { type Figure, createFigure } from '../figure.ts';
import type { Row } from '../row.ts';
import { benchTime } from '../simulated-bars.ts';

const seeds = [1, 2, 3];
/** A request without a choice. */
const isDefault = ({ model, duration }: EdgeRow): boolean => model === 'kurs_ai_v2' && duration === 5;

export const silenceRow: Row = {
  name: 'silence',
  what: `minutes in which any pair has an edge: ten days of a demo of 28 pairs, calibrated from its 12 days before, ${seeds.length} seeds; with --data <folder> beside the newest quarter of recorded bars`,
  peer: 'none',
  isOnRequest: true,
  async measure(print, { data }) {
    const { forecasters } = await loadModels(modelsFolder);
    const demos = seeds.map((seed) => {
      print(`a demo with seed ${seed}`);
      return countDemo(forecasters, readMarketParameters(), seed, benchTime);
    });
    if (data === null) return toShares([{ name: 'demo', counts: demos }]);
    print('recorded bars');
    const { tables, range } = await loadRecordedQuarter(resolvePlace(data));
    const recorded = countEdgeMinutes(forecasters, tables, range);
    return toShares([
      { name: 'demo', counts: demos },
      { name: `recorded, ${tables.length} pairs`, counts: [recorded] },
    ]);
  },
};

/** The markets side by side; the goal holds for the default request by day on the first of them, the demo. */
function toShares(markets: readonly { readonly name: string; readonly counts: readonly EdgeMinutes[] }[]): Figure[] {
  const rows = markets[0]?.counts[0]?.rows ?? [];
  return rows.flatMap((row, r) =>
    marketSessions.flatMap((session) =>
      markets.map(({ name, counts }, m) => {
        const shares = counts.map((one) => 100 * (one.rows[r]?.calibrated[session] ?? Number.NaN));
        const goal = m === 0 && isDefault(row) && session === 'day' ? { atLeast: 50 } : null;
        return createFigure(`${toLabel(row)}, ${session}: ${name}`, '%', shares, goal);
      }),
    ),
  );
}

const toLabel = ({ model, duration }: EdgeRow): string =>
  `${model === 'any' ? 'any model' : model}, ${duration === 'any' ? `any of ${durations.join(', ')}` : duration} minutes`;
