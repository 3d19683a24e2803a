import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createPickGameBars, type PickGameBars } from './pick-game-bars.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { GameBars, gamePath } from '#contract/game.ts';
import { apiError } from '#server/http/api-error.ts';

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

/** The game for users who wait for the broker. Nothing about it is stored. */
const gameRoutes =
  (pickGameBars: PickGameBars): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(gamePath, { schema: { response: { 200: GameBars } }, config: { errors: ['not_found'] } }, async () => {
      const round = pickGameBars();
      if (!round) throw apiError('not_found');
      return round;
    });
  };
