import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import heldOut from '../../models/held-out.json' with { type: 'json' };
import { heldOutFigures } from './held-out-figures.ts';

const models: Readonly<Record<string, { readonly version: string }>> = heldOut.models;
const versions = Object.entries(models).map(([key, { version }]) => [key, version] as const);

it.each(versions)('the held-out figures of %s are of its file', (key, version) => {
  const file = JSON.parse(readFileSync(new URL(`../../models/${key}.json`, import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(file.version).toBe(version);
});

describe('the held-out figures of Kurs AI v2 at 5 minutes', () => {
  const at = (payoutPercent: number) => heldOutFigures('kurs_ai_v2', 5, payoutPercent);

  it('name signals more often and right less often the more a win pays', () => {
    const [low, high] = [at(82), at(92)];
    expect(low?.minutesPerSignal).toBeGreaterThan(2 * (high?.minutesPerSignal ?? Number.NaN));
    expect(low?.rightOf100).toBeGreaterThan(high?.rightOf100 ?? Number.NaN);
    expect(high?.outcomes).toBeGreaterThan(low?.outcomes ?? Number.NaN);
  });

  it('are those of the nearest lower payout between two measured ones', () => {
    expect(at(82.9)).toEqual(at(82));
    expect(at(99)).toEqual(at(92));
  });

  it('are none below all payouts that brought 100 wins and losses', () => {
    expect(at(60)).toBeNull();
  });
});

it('has none of the manual choice, which is no model of its own', () => {
  expect(heldOutFigures('manual', 5, 82)).toBeNull();
});
