import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { GameBars, gamePath } from '#contract/game.ts';
import { apiError } from '#server/http/api-error.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import type { PickGameBars } from './pick-game-bars.ts';

/** The game for users who wait for the broker. Nothing about it is stored. */
export const gameRoutes =
  (pickGameBars: PickGameBars): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'game');

    app.get(
      gamePath,
      {
        schema: { summary: 'A random stretch of the past to guess from', response: { 200: GameBars } },
        config: { errors: ['not_found'] },
      },
      async () => {
        const round = pickGameBars();
        if (!round) throw apiError('not_found');
        return round;
      },
    );
  };
