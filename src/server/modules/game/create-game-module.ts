import type { Clock } from '#domain/clock.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { ServerModule } from '#server/server-module.ts';
import { gameRoutes } from './game.routes.ts';
import { createPickGameBars } from './pick-game-bars.ts';

interface Needs {
  readonly engine: Pick<LiveEngine, 'bars' | 'feed'>;
  readonly marketClock: Clock;
}

export const createGameModule = ({ engine: { bars, feed }, marketClock: clock }: Needs): ServerModule => ({
  routes: [gameRoutes(createPickGameBars({ symbols: feed.symbols, bars, clock, chance: Math.random }))],
  api: {},
  components: [],
});
