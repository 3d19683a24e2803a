import { expect, it } from 'vitest';
import { aiModelKeys, aiModelName } from '#domain/signals/ai-model.ts';
import { createTally, computeFigures } from '#domain/statistics/model-figures.ts';
import { createReadModelHealth } from './model-health.ts';

const figures = computeFigures(createTally(), 0.82).map((one) => ({
  ...one,
  calibration: null,
  shadow: null,
  flagged: false,
  flag: null,
  card: null,
  proven: { signals: 0, ofSignals: 0, minutes: 0, ofMinutes: 0 },
}));
const recentPace = { lastForecastAt: 1_000, forecastsPerMinute: 140, abstainedShare: 0.9 };
const noPace = { lastForecastAt: null, forecastsPerMinute: null, abstainedShare: null };

const readModelHealth = createReadModelHealth({
  catalogue: {
    entries: () =>
      aiModelKeys.map((key) => {
        const base = { key, name: aiModelName(key), minBalance: 10 };
        return key === 'vip' ? { ...base, available: false, reason: 'damaged' } : { ...base, available: true };
      }),
  },
  metadata: new Map([
    ['kurs_ai_v1', { version: 'v', file: new URL('file:///v.json'), fileHash: 'f'.repeat(64), card: null }],
  ]),
  monitor: { getPace: (key) => (key === 'kurs_ai_v1' ? recentPace : noPace) },
  readModelFigures: async () => ({ size: 0, models: figures }),
});

it('reports identity, forecasts and results of each model, in the order of the picker', async () => {
  const health = await readModelHealth();
  expect(health.map(({ key }) => key)).toEqual(aiModelKeys);
  expect(health.find(({ key }) => key === 'kurs_ai_v1')).toMatchObject({
    available: true,
    reason: null,
    version: 'v',
    fileHash: 'f'.repeat(64),
    live: { aiModel: 'kurs_ai_v1' },
    ...recentPace,
  });
  expect(health.find(({ key }) => key === 'vip')).toMatchObject({ available: false, reason: 'damaged', ...noPace });
  expect(health.find(({ key }) => key === 'chatgpt_4o')).toMatchObject({ version: null, fileHash: null, card: null });
});
