import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { gameRoutes } from './game.routes.ts';
import { createPickGameBars } from './pick-game-bars.ts';

interface GameModuleDependencies {
  readonly platform: Platform;
}

export const createGameModule = ({
  platform: {
    marketClock: clock,
    market: { bars, feed },
    random,
  },
}: GameModuleDependencies): ServerModule => ({
  routes: [gameRoutes(createPickGameBars({ feed, bars, clock, chance: random }))],
  api: {},
  components: [],
});
