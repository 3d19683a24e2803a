import { describe, expect, it } from 'vitest';
import { durations } from '#domain/market/duration.ts';
import { loadModels } from './load-models.ts';

const folder = new URL('../../../../models/', import.meta.url);
const { forecasters, metadata } = await loadModels(folder);

describe('metadata of the bundled models', () => {
  it.each(forecasters.map(({ key }) => key))('%s has a card with its promised figures', (key) => {
    const { card, fileHash, version } = metadata.get(key) ?? {};
    expect(fileHash).toMatch(/^[0-9a-f]{64}$/);
    expect(version).toBe(forecasters.find((one) => one.key === key)?.version);
    expect(card?.trainedOn).toMatchObject({ from: '2017-01-01', to: '2018-09-30' });
    expect(card?.trainedOn.pairs).toHaveLength(8);
    expect(card?.keptOut).toEqual({ from: '2018-10-01', to: '2018-12-31' });
    expect(card?.signals.map(({ duration }) => duration)).toEqual(durations);
    for (const { low, high, real, count } of card?.signals ?? []) {
      expect(low).toBeLessThan(real);
      expect(high).toBeGreaterThan(real);
      expect(count).toBeGreaterThan(1_000);
    }
  });

  it.each(forecasters.map(({ key }) => key))(
    '%s matches its own calibration at every step within two points',
    (key) => {
      const steps = metadata.get(key)?.card?.steps ?? [];
      expect(steps.length).toBeGreaterThan(2);
      for (const { low, high } of steps) {
        expect(low).toBeLessThan(0.02);
        expect(high).toBeGreaterThan(-0.02);
        expect(high).toBeGreaterThan(low);
      }
    },
  );

  it('reads the figures by day from the table of signals, and none where a model had no signal', () => {
    const byDay = metadata.get('kurs_ai_v2')?.card?.byDay ?? [];
    expect(byDay.map(({ duration }) => duration)).toEqual(durations);
    expect(byDay[2]).toMatchObject({ count: 18_572, real: 0.557, low: 0.5498, high: 0.5642 });
    expect(metadata.get('13_squad')?.card?.byDay).toEqual([]);
  });
});
