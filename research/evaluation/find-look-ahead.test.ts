import { describe, expect, it } from 'vitest';
import { createForecaster } from '#engine/forecast/create-forecaster.ts';
import type { Forecaster, LocalForecaster } from '#engine/forecast/forecaster.ts';
import { aLogisticFile, aMarketFile, aStackFile, aTreeFile, aVoteFile } from '#tests/support/market/model-files.ts';
import { wanderingMarket } from '#tests/support/market/wandering-bars.ts';
import { toTable } from '#engine/bar/bar-table.ts';
import { modelsFolder, readModels } from './read-models.ts';
import { findLookAhead } from './find-look-ahead.ts';

const start = Date.parse('2018-03-06T12:00:00Z');
const count = 420;
const tables = [...wanderingMarket({ start, count })].map(([symbol, bars]) => toTable(symbol, bars));
const options = { from: start + 245 * 60_000, cuts: 5 };
const everyPairAndDuration = 5 * tables.length * 5;

const small = [aTreeFile(), aLogisticFile(), aVoteFile(), aMarketFile(), aStackFile()].reduce<LocalForecaster[]>(
  (made, file) => [...made, createForecaster(JSON.stringify(file), made)],
  [],
);
const trained = (await readModels(modelsFolder, null)).map(({ forecaster }) => forecaster);

describe('a truncated history', () => {
  it.each([
    ...small.map((forecaster): [string, Forecaster] => [`a small ${forecaster.key}`, forecaster]),
    ...trained.map((forecaster): [string, Forecaster] => [`${forecaster.key} as trained`, forecaster]),
  ])('changes no earlier forecast of %s', (_name, forecaster) => {
    expect(findLookAhead(forecaster, tables, options)).toEqual({ compared: everyPairAndDuration, differing: [] });
  });

  it('exposes a forecaster that uses more than the features of the minute', () => {
    const [honest] = small as [LocalForecaster, ...LocalForecaster[]];
    let requested = 0;
    const counting: Forecaster = {
      ...honest,
      forecast: (...what) => {
        requested += 1;
        const output = honest.forecast(...what);
        return output && { ...output, pUp: output.pUp / (1 + requested) };
      },
    };
    const { compared, differing } = findLookAhead(counting, tables, options);
    expect(compared).toBe(everyPairAndDuration);
    expect(differing.length).toBeGreaterThan(0);
    expect(differing[0]).toMatch(/^[A-Z]{6} 2018-03-06T\d\d:\d\d:00\.000Z \d+$/);
  });
});
