import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { ExportParams } from '#contract/record/record.ts';
import { BarsFile, ModelFileParams, ModelFileText } from '#contract/record/bars.ts';
import { recordPaths } from '#contract/paths.ts';
import { openFile } from '#server/http/answers.ts';
import type { PublishedRecord } from '../create-record.ts';

/** What a verifier recomputes the forecasts of the record from. */
export const recordBarsRoutes =
  ({ getBarsPath, getModelPath }: PublishedRecord): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      recordPaths.bars,
      {
        schema: { produces: ['application/gzip'], params: ExportParams, response: { 200: BarsFile } },
        config: { errors: ['not_found'] },
      },
      async (request, reply) => {
        const { day } = request.params;
        const bars = await openFile(getBarsPath(day));
        return reply
          .type('application/gzip')
          .header('content-disposition', `attachment; filename="kurs-bars-${day}.ndjson.gz"`)
          .send(bars);
      },
    );

    app.get(
      recordPaths.model,
      { schema: { params: ModelFileParams, response: { 200: ModelFileText } }, config: { errors: ['not_found'] } },
      async (request, reply) =>
        reply
          .type('application/json')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(await openFile(getModelPath(request.params.hash))),
    );
  };
