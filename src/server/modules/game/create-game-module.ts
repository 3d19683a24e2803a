import type { Clock } from '#domain/clock.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { gameRoutes } from './game.routes.ts';
import { createPickGameBars } from './pick-game-bars.ts';

interface Needs {
  readonly market: Pick<MarketView, 'bars' | 'feed'>;
  readonly marketClock: Clock;
}

export const createGameModule = ({ market: { bars, feed }, marketClock: clock }: Needs): ServerModule => ({
  routes: [gameRoutes(createPickGameBars({ symbols: feed.symbols, bars, clock, chance: Math.random }))],
  api: {},
  components: [],
});
