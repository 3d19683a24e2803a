import { z } from 'zod';
import { UsageError } from '#research/bars/usage-error.ts';
import { resolvePlace } from '../command/place.ts';
import type { Item } from '#record/verify/check-leaves.ts';
import { collectMinutes } from './collect-minutes.ts';
import { collectPrices, type StatedPrice } from './collect-prices.ts';
import { comparePrices } from './compare-prices.ts';
import type { Findings } from '#record/verify/findings.ts';
import { openDeriv, openPriceFile, type PriceSource } from './price-sources.ts';
import { recomputeDay } from './recompute-day.ts';
import type { RecordAddress } from './record-address.ts';

interface Requested {
  /** The UTC day to recompute. */
  readonly day: string | undefined;
  /** Files, or `deriv`. */
  readonly prices: readonly string[] | undefined;
}

/** Checks of leaves against what is published beside them: bars and models, and other prices. */
export function checkBeyond(
  record: RecordAddress,
  { day, prices: places }: Requested,
  findings: Findings,
): { add(item: Item): void; finish(): Promise<void> } {
  if (day !== undefined && !z.iso.date().safeParse(day).success)
    throw new UsageError(`--recompute ${day} is no day: write 2026-11-20.`);
  const files = (places ?? []).filter((place) => place !== 'deriv').map((place) => openPriceFile(resolvePlace(place)));
  const minutes = day === undefined ? null : collectMinutes(day);
  const prices = places ? collectPrices(day ?? null) : null;
  return {
    add: (item) => {
      minutes?.add(item);
      prices?.add(item);
    },
    finish: async () => {
      if (minutes && day !== undefined)
        await orSkip(findings, () => recomputeDay(record, day, minutes.minutes, findings));
      if (!prices) return;
      await orSkip(findings, async () => {
        const deriv = places?.includes('deriv') ? await derivFor(prices.prices) : [];
        comparePrices(prices.prices, [...files, ...deriv], findings);
      });
    },
  };
}

/** What is not published, or not reachable, must not hide what has failed before. */
async function orSkip(findings: Findings, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    findings.skips(error.message);
  }
}

async function derivFor(prices: readonly StatedPrice[]): Promise<PriceSource[]> {
  const symbols = [...new Set(prices.map(({ symbol }) => symbol))];
  const [from, to] = prices.reduce(([low, high], { time }) => [Math.min(low, time), Math.max(high, time)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number]);
  return symbols.length === 0 ? [] : openDeriv({ symbols, from, to });
}
