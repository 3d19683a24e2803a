import { expect, test } from 'vitest';
import { parseFactor } from '#domain/statistics/calibration-factor.ts';
import { loadModels } from '#server/modules/models/load-models.ts';
import { readShippedCalibrations } from './shipped-calibration.ts';

test('the simulated market ships with a calibration of every model file in use', async () => {
  const { forecasters } = await loadModels(new URL('../../../../models/', import.meta.url));
  const shipped = readShippedCalibrations('simulated:1');
  expect(shipped.map(({ model, version }) => [model, version])).toEqual(
    forecasters.map(({ key, version }) => [key, version]),
  );
  for (const { factors } of shipped) expect(factors.map(parseFactor)).not.toContain(null);
});

test('another market ships with none', () => {
  expect(readShippedCalibrations('simulated:2')).toEqual([]);
  expect(readShippedCalibrations('deriv')).toEqual([]);
});
