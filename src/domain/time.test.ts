import { expect, it } from 'vitest';
import { asMarketClock, type MarketClock, type WallClock } from './time.ts';

it("of the wall compiles as the market's only where it is converted by name", () => {
  const wall: WallClock = { now: () => 7 };
  // @ts-expect-error -- the compiler refuses the swap
  const swapped: MarketClock = wall;
  const market = asMarketClock(wall);
  // @ts-expect-error -- and the other one
  const swappedBack: WallClock = market;
  expect([swapped, swappedBack, market].map((clock) => clock.now())).toEqual([7, 7, 7]);
});
