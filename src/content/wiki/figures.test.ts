import { expect, test } from 'vitest';
import type { WikiSlug, WikiText } from './wiki-article.ts';

/**
 * Recomputes the figures that the articles present as computed and looks them up in the English
 * text.
 */
const payout = 0.82;
const breakEven = (paid: number): string => ((1 / (1 + paid)) * 100).toFixed(2);
const perDollar = (p: number): number => p * payout - (1 - p);

async function said(slug: WikiSlug): Promise<string> {
  const { text } = (await import(`./${slug}.en.ts`)) as { text: WikiText };
  return JSON.stringify(text.blocks);
}

const choose = (n: number, k: number): number => {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
};
const atMost = (n: number, p: number, wins: number): number =>
  Array.from({ length: wins + 1 }, (_, k) => choose(n, k) * p ** k * (1 - p) ** (n - k)).reduce((sum, x) => sum + x, 0);

/** Probability of at least one run of `length` losses within `n` trades. */
function runOfLosses(n: number, p: number, length: number): number {
  let inRun = [1, ...Array.from({ length: length - 1 }, () => 0)];
  let met = 0;
  for (let trade = 0; trade < n; trade++) {
    const total = inRun.reduce((sum, x) => sum + x, 0);
    met += (inRun[length - 1] ?? 0) * (1 - p);
    inRun = [total * p, ...inRun.slice(0, -1).map((x) => x * (1 - p))];
  }
  return met;
}

function wilson(wins: number, n: number): string[] {
  const z = 1.959_964;
  const share = wins / n;
  const centre = (share + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return [((centre - half) * 100).toFixed(1), ((centre + half) * 100).toFixed(1)];
}

/** A doubling chain that starts at $10, at the payout above. */
function chain(p: number, steps: number): { mean: number; turnover: number; lost: number } {
  let mean = 0;
  let turnover = 0;
  let lost = 0;
  for (let step = 0; step < steps; step++) {
    const stake = 10 * 2 ** step;
    mean += (1 - p) ** step * p * (stake * payout - lost);
    turnover += (1 - p) ** step * stake;
    lost += stake;
  }
  return { mean: mean - (1 - p) ** steps * lost, turnover, lost };
}

test('confirms break-even, expected value and the spread of a hundred trades', async () => {
  const text = await said('understanding-binary-options');
  for (const paid of [0.82, 0.7, 0.92]) expect(text).toContain(`${breakEven(paid)}%`);
  expect(text).toContain(`${(perDollar(0.57) * 100).toFixed(2)} cents`);
  expect((100 * 10 * perDollar(0.5)).toFixed(0)).toBe('-90');
  expect(text).toContain(`in about ${Math.round(atMost(100, 0.57, 54) * 100)} cases out of 100`);
  expect(text).toContain(`in about ${Math.round((1 - atMost(100, 0.5, 54)) * 100)} cases out of 100`);
  expect(text).toContain(`is $${Math.round(1_000 * perDollar(0.57))}`);
  expect(Math.round(18.2 * Math.sqrt(0.57 * 0.43 * 100))).toBe(90);
});

test('confirms an evening of fifteen trades and a payout that varies during the evening', async () => {
  const text = await said('understanding-binary-options');
  const result = (wins: number): number => 4 * (wins * payout - (15 - wins));
  expect(text).toContain(`such an evening brings $${(15 * 4 * perDollar(0.57)).toFixed(2)}`);
  const deviation = 4 * (1 + payout) * Math.sqrt(15 * 0.57 * 0.43);
  expect(text).toContain(`is about $${Math.round(deviation)}, six times as much`);
  expect(Math.round(deviation / (15 * 4 * perDollar(0.57)))).toBe(6);
  expect(text).toContain(`leave you $${(-result(8)).toFixed(2)} down; nine leave you $${result(9).toFixed(2)} up`);
  expect(text).toContain(`about ${Math.round(atMost(15, 0.57, 8) * 100)} evenings out of 100`);
  expect(text).toContain(`break-even climbs to ${breakEven((0.82 + 0.7) / 2)}%`);
  expect(text).toContain(`leaves ${((0.57 * 0.76 - 0.43) * 100).toFixed(2)} cents`);
});

test('confirms losing streaks, drawdowns and the Kelly fraction', async () => {
  const text = await said('risk-management-methods');
  for (const stake of [0.02, 0.05, 0.1]) expect(text).toContain(`${((1 - (1 - stake) ** 10) * 100).toFixed(1)}%`);
  expect(text).toContain(`about ${Math.round(runOfLosses(100, 0.55, 5) * 100)}%`);
  expect(text).toContain(`about ${Math.round(runOfLosses(100, 0.55, 6) * 100)}%`);
  expect(text).toContain(`= 57% it gives ${((perDollar(0.57) / payout) * 100).toFixed(2)}%`);
  expect(text).toContain(`only ${((perDollar(0.55) / payout) * 100).toFixed(2)}%`);
  expect(wilson(57, 100).map((bound) => Math.round(Number(bound)))).toEqual([47, 66]);
  expect(text).toContain('between 47 and 66%');
});

test('confirms a day of losses at two percent and the cost of many trades', async () => {
  const text = await said('risk-management-methods');
  const left = 500 * 0.98 ** 3;
  expect(text).toContain(`leave $${left.toFixed(2)}, and the next stake is $${(left * 0.02).toFixed(2)}`);
  expect(text).toContain(
    `three bring $${(30 * payout).toFixed(2)} and leave you $${(30 - 30 * payout).toFixed(2)} down`,
  );
  expect(40 * payout).toBeGreaterThan(30);
  expect(text).toContain(`Ten trades of $10 take $${(-100 * perDollar(0.5)).toFixed(0)} on average`);
  expect(text).toContain(`fifty take $${(-500 * perDollar(0.5)).toFixed(0)}, nine percent`);
  expect(text).toContain(`asks for $${(50 * 0.98 * 0.02).toFixed(2)}`);
});

test('confirms the cost, gain and risk of a doubling chain', async () => {
  const text = await said('martingale-strategy');
  const gains = [0, 1, 2, 3, 4, 5].map((step) => 10 * 2 ** step * payout - (10 * 2 ** step - 10));
  for (const gain of gains) expect(text).toContain(`$${Math.abs(gain).toFixed(2)}`);
  expect(chain(0.5, 6).lost).toBe(630);
  expect(text).toContain(`loses $${(-chain(0.5, 6).mean).toFixed(2)} on average`);
  expect(chain(0.5, 6).turnover).toBeCloseTo(60, 9);
  expect(text).toContain(
    `brings $${chain(0.57, 6).mean.toFixed(2)} on average for an average turnover of $${chain(0.57, 6).turnover.toFixed(2)}`,
  );
  expect(text).toContain(`one in ${Math.round(1 / 0.43 ** 4)}`);
  expect(text).toContain(`one in ${Math.round(1 / 0.43 ** 6)}`);
  expect(text).toContain(`is ${Math.round((1 - (1 - 0.43 ** 6) ** 100) * 100)}% at a probability of 57%`);
  expect(text).toContain(`${Math.round((1 - (1 - 0.5 ** 6) ** 100) * 100)}% when tossing a coin`);
});

test('confirms how many won chains pay for a lost one and when doubling fails at other payouts', async () => {
  const text = await said('martingale-strategy');
  for (const p of [0.5, 0.57]) {
    const hole = (1 - p) ** 6;
    const gain = (chain(p, 6).mean + hole * chain(p, 6).lost) / (1 - hole);
    expect(text).toContain(`brings $${gain.toFixed(2)}`);
    expect(text).toContain(`takes about ${Math.round(chain(p, 6).lost / gain)} `);
    expect(text).toContain(`there are ${Math.round((1 - hole) / hole)} `);
  }
  const left = (paid: number, step: number): number => 10 - (10 - 10 * paid) * 2 ** (step - 1);
  expect([left(0.7, 2) > 0, left(0.92, 4) > 0]).toEqual([true, true]);
  expect(text).toContain(`minus $${(-left(0.7, 3)).toFixed(0)}.`);
  expect(text).toContain(`minus $${(-left(0.92, 5)).toFixed(2)}.`);
});

test('confirms that stakes recovering all losses grow by 2.22', async () => {
  const text = await said('martingale-strategy');
  let lost = 0;
  for (let step = 0; step < 6; step++) {
    const stake = (lost + 8.2) / payout;
    lost += stake;
    expect(text).toContain(
      `$${Number.isInteger(Math.round(stake * 100) / 100) ? Math.round(stake) : stake.toFixed(2)}`,
    );
  }
  expect(text).toContain(`$${lost.toFixed(2)}`);
  expect((1 + 1 / payout).toFixed(2)).toBe('2.22');
});

test('confirms the luckiest of twenty coins and how many trades prove an edge', async () => {
  const text = await said('successful-trading-strategies');
  const sixty = 1 - atMost(100, 0.5, 59);
  expect(text).toContain(`is ${Math.round((1 - (1 - sixty) ** 20) * 100)}%`);
  expect(text).toContain(`from ${wilson(60, 100)[0]} to ${wilson(60, 100)[1]}%`);
  expect(text).toContain(`${wilson(570, 1_000).join('–')}%`);
  expect(text).toContain(`${wilson(5_700, 10_000).join('–')}%`);
  expect((1.96 ** 2 * 0.57 * 0.43) / (0.57 - 1 / 1.82) ** 2).toBeGreaterThan(2_000);
  expect(1_026 / 1_800).toBe(0.57);
});

/**
 * Probability that a fair coin is above break-even at one or more checks, checking every
 * `everySoMany` trades.
 */
function seenAbove(n: number, everySoMany: number): number {
  let ways = [1];
  let seen = 0;
  for (let trade = 1; trade <= n; trade++) {
    ways = Array.from({ length: trade + 1 }, (_, wins) => ((ways[wins] ?? 0) + (ways[wins - 1] ?? 0)) / 2);
    if (trade % everySoMany > 0) continue;
    const above = (wins: number): boolean => wins / trade > 1 / (1 + payout);
    seen += ways.reduce((sum, chance, wins) => sum + (above(wins) ? chance : 0), 0);
    ways = ways.map((chance, wins) => (above(wins) ? 0 : chance));
  }
  return seen;
}

test('confirms a coin that is checked often and one record at three payouts', async () => {
  const text = await said('successful-trading-strategies');
  expect(text).toContain(`at least once is about ${Math.round(seenAbove(500, 50) * 100)}%`);
  expect(text).toContain(`at the end, it is about ${Math.round(seenAbove(500, 500) * 100)}%`);
  expect(text).toContain(`290 wins out of 500, which is ${((290 / 500) * 100).toFixed(0)}%`);
  expect(text).toContain(`from ${wilson(290, 500).join(' to ')}%`);
  for (const paid of [0.82, 0.92, 0.7]) expect(text).toContain(`${breakEven(paid)}%`);
  expect(Number(breakEven(0.92))).toBeLessThan(Number(wilson(290, 500)[0]));
  expect(Number(breakEven(0.7))).toBeGreaterThan(58);
});

test('confirms the worked RSI example after Wilder', async () => {
  const text = await said('rsi-sma-strategy');
  const rsi = (rise: number, fall: number): number => 100 - 100 / (1 + rise / fall);
  expect(text).toContain(`RSI = ${rsi(8 / 5, 3 / 5).toFixed(1)}`);
  expect(text).toContain(`RSI = ${rsi((1.6 * 4 + 0) / 5, (0.6 * 4 + 3) / 5).toFixed(1)}`);
});

test('confirms RSI with a simple average and a condition that proves nothing', async () => {
  const text = await said('rsi-sma-strategy');
  const changes = [-2, 3, -1, 1, -3];
  const average = (sign: number): number => changes.reduce((sum, x) => sum + Math.max(0, sign * x), 0) / 5;
  expect(text).toContain(`Average rise: ${average(1)}, average fall: ${average(-1)}`);
  expect(text).toContain(`so RSI = ${(100 - 100 / (1 + average(1) / average(-1))).toFixed(1)}`);
  for (const [wins, n] of [[226, 400] as const, [88, 150] as const]) {
    const [low, high] = wilson(wins, n);
    expect(text).toContain(`: ${((wins / n) * 100).toFixed(1)}%, an interval from ${low} to ${high}%`);
    expect(Number(low)).toBeLessThan(Number(breakEven(payout)));
  }
});

test('confirms touches of zones and shifted zones and the value of the difference', async () => {
  const text = await said('support-resistance-strategy');
  expect(text).toContain(`with an interval from ${wilson(116, 200).join(' to ')}%`);
  expect(text).toContain(`54%, from ${wilson(108, 200).join(' to ')}%`);
  expect([116 / 200, 108 / 200]).toEqual([0.58, 0.54]);
  expect(text).toContain(`bring ${(perDollar(0.58) * 100).toFixed(2)} cents`);
  expect(text).toContain(`take ${(-perDollar(0.54) * 100).toFixed(2)}.`);
});

/**
 * Prices in pips; each joins the zone of its lower neighbour when nearer than `closer` pips. Zones
 * need at least two turns.
 */
function zones(turns: readonly number[], closer: number): { low: number; high: number }[] {
  const groups: number[][] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    if (last && turn - (last.at(-1) ?? 0) < closer) last.push(turn);
    else groups.push([turn]);
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => ({ low: Math.min(...group), high: Math.max(...group) }));
}

test('builds one zone from four turns and a different one with a wider join rule', () => {
  const turns = [10_812, 10_814, 10_815, 10_823];
  expect(zones(turns, 3)).toEqual([{ low: 10_812, high: 10_815 }]);
  expect(zones(turns, 10)).toEqual([{ low: 10_812, high: 10_823 }]);
});

test('confirms the win rate that each broker payout requires', async () => {
  const text = await said('choose-broker');
  for (const paid of [0.7, 0.8, 0.85, 0.92]) expect(text).toContain(`${breakEven(paid)}%`);
});

test('confirms the same forecasts at three payouts and the cost of a bonus turnover', async () => {
  const text = await said('choose-broker');
  const hundred = (paid: number): number => 400 * (0.55 * paid - 0.45);
  expect(text).toContain(`At a payout of 92% they bring $${hundred(0.92).toFixed(2)}`);
  expect(text).toContain(`at 82% they bring $${hundred(0.82).toFixed(2)}`);
  expect(text).toContain(`at 70% they lose $${(-hundred(0.7)).toFixed(0)}`);
  const turnover = 40 * 50;
  expect(text).toContain(`which is $${turnover}`);
  expect(text).toContain(`costs $${(-turnover * perDollar(0.5)).toFixed(0)} on average`);
  expect(text).toContain(`brings $${(turnover * perDollar(0.57)).toFixed(2)} on average`);
  expect(text).toContain(`that is ${Math.ceil(turnover / (150 * 0.02))} trades`);
});
