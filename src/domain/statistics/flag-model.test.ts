import { describe, expect, it } from 'vitest';
import { exactCard, type SimulatedModel, simulateShadow } from '#tests/support/market/simulated-shadow.ts';
import { flagModel, type ModelFlag } from './flag-model.ts';

/** Honest models, each checked every hour; SHADOW_RUNS and SHADOW_DAYS make larger runs. */
const runs = Number(process.env.SHADOW_RUNS ?? 12);
const days = Number(process.env.SHADOW_DAYS ?? 20);

/** The hour of the first check that flags, with the flag; null: none on any day. */
function firstFlag(model: SimulatedModel, margin = 0): { hour: number; flag: ModelFlag } | null {
  let hour = 0;
  for (const hours of simulateShadow(model)) {
    hour++;
    const flag = flagModel(hours, exactCard(margin));
    if (flag) return { hour, flag };
  }
  return null;
}

describe('a model compared with its card every hour', () => {
  it('is rarely flagged while honest, despite correlated outcomes and a card without margin', () => {
    const flags = Array.from({ length: runs }, (_, seed) => firstFlag({ seed: seed + 1, days }));
    const alarms = flags.filter((one) => one !== null).length;
    if (process.env.SHADOW_RUNS) console.log(`${alarms} of ${runs} honest models flagged in ${days} days`);
    expect(alarms).toBeLessThanOrEqual(Math.max(1, 0.05 * runs));
  });

  it('is flagged within days when it overstates by five points, with the figure and both intervals', () => {
    for (const seed of [1, 2, 3]) {
      const found = firstFlag({ seed, days: 20, overstated: 5 }, 0.004);
      expect(found?.hour).toBeLessThan(24 * 10);
      const { live, card, count } = found?.flag ?? {};
      expect(live?.high).toBeLessThan(card?.low ?? Number.NaN);
      expect(live?.value).toBeGreaterThan(live?.low ?? Number.NaN);
      expect(count).toBeGreaterThanOrEqual(100);
    }
  });

  it('is flagged when it understates as well', () => {
    const { live, card } = firstFlag({ seed: 1, days: 20, overstated: -5 })?.flag ?? {};
    expect(live?.low).toBeGreaterThan(card?.high ?? Number.NaN);
  });

  it('is never flagged below 100 outcomes or on its first day', () => {
    let hour = 0;
    for (const hours of simulateShadow({ seed: 4, days: 1, overstated: 40 })) {
      const flag = flagModel(hours, exactCard());
      if (++hour < 24) expect(flag).toBeNull();
      else expect(flag?.count).toBeGreaterThanOrEqual(100);
    }
  });
});
