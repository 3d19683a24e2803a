import { describe, expect, it, test } from 'vitest';
import type { Bar } from '#engine/bar/bar-builder.ts';
import { barHistory } from '#tests/support/market/bar-history.ts';
import { wanderingBars } from '#tests/support/market/wandering-bars.ts';
import { minuteMs } from '#domain/time.ts';
import { aFakeLlm, stating, unlimited } from '#tests/support/market/llm-bench.ts';
import { nothingRecorded } from '#tests/support/record/nothing-recorded.ts';

import { noDatabase, testPlatform } from '#tests/support/test-platform.ts';
import { openLlmModels } from './llm-models-context.ts';
import { questionOnBars, questionOnIndicators, readMarket } from './question.ts';

const start = Date.parse('2026-03-02T06:00:00.000Z');
const bars = wanderingBars({ start, count: 400 });
const now = start + 400 * minuteMs + 5_000;

/** What is read of these bars, one time after another. */
function aReader(of: readonly Bar[], symbol = 'EURUSD') {
  const platform = testPlatform(noDatabase);
  const market = { ...platform.market, ...barHistory({ [symbol]: of }) };
  const nobody = aFakeLlm(async () => stating(0.5));
  const llms = { chatgpt_4o: nobody, 'indicators_chatgpt_3.5': nobody };
  const ctx = openLlmModels({ ...platform, market, record: nothingRecorded, llms, llm: unlimited });
  return (at: number) => readMarket(ctx, symbol, at);
}

const toReading = (of: readonly Bar[], symbol?: string) => aReader(of, symbol)(now) ?? expect.unreachable();

describe.each([
  ['on bars', questionOnBars],
  ['on indicators', questionOnIndicators],
])('a question %s', (_name, question) => {
  const requested = question(toReading(bars), 5);

  it('holds only numbers of the pair: no name, no date, no price', () => {
    const text = requested.instructions + requested.readings;
    expect(text).not.toMatch(/EUR|USD|2026|2018|1\.[12]\d{3,}/);
    expect(requested.instructions).toContain('5 minutes from now');
  });

  it('is the same for the same movements of a pair that costs a hundred times as much', () => {
    const yen = bars.map(({ time, ...prices }) => ({
      time,
      ...(Object.fromEntries(Object.entries(prices).map(([k, v]) => [k, Math.round(v * 1e5) / 1e3])) as Omit<
        Bar,
        'time'
      >),
    }));
    expect(question(toReading(yen, 'USDJPY'), 5)).toEqual(requested);
  });

  it('does not depend on anything after its bar', () => {
    const later = wanderingBars({ start: start + 400 * minuteMs, count: 5, level: 2 });
    expect(question(toReading([...bars, ...later]), 5)).toEqual(requested);
  });
});

test('reads a pair once a minute, and again when the next bar has closed', () => {
  const read = aReader(wanderingBars({ start, count: 402 }));
  const first = read(now);
  expect(read(now + 30_000)).toBe(first);
  expect(read(now + minuteMs)).toMatchObject({ barTime: start + 400 * minuteMs });
});

describe('reads nothing', () => {
  it.each([
    ['from a pair without bars', [], now],
    ['while the features warm up', bars.slice(-200), now],
    ['from bars that ended too long ago for a signal', bars, now + 65_000],
    ['right after a break of the feed', bars.filter((_, i) => i < 380 || i > 390), now],
  ])('%s', (_name, of, at) => {
    expect(aReader(of)(at)).toBeNull();
  });
});
