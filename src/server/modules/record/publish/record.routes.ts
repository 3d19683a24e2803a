import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CheckpointQuery,
  ConsistencyProof,
  ConsistencyQuery,
  CosignedCheckpoints,
  DayFile,
  ExportParams,
  InclusionProof,
  ModelsFigures,
  ModelsQuery,
  NoteText,
  ProofQuery,
  RecordPage,
  RecordQuery,
} from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { Id } from '#contract/wire.ts';
import { apiError } from '#server/http/api-error.ts';
import { openFile } from '#server/http/answers.ts';
import type { PublishedRecord } from '../create-record.ts';
import { BarsFile, ModelFileParams, ModelFileText } from '#contract/record/bars.ts';

/** Public: a record that only its owner can read proves nothing. */
export const recordRoutes =
  (record: PublishedRecord): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(recordPaths.record, { schema: { querystring: RecordQuery, response: { 200: RecordPage } } }, (request) =>
      record.readRecord(request.query),
    );

    app.get(
      recordPaths.proof,
      {
        schema: {
          params: z.object({ id: z.union([z.coerce.number().int().nonnegative(), Id]) }),
          querystring: ProofQuery,
          response: { 200: InclusionProof },
        },
        config: { errors: ['not_found'] },
      },
      (request) => record.proveInclusion({ of: request.params.id, size: request.query.size }),
    );

    app.get(
      recordPaths.consistency,
      { schema: { querystring: ConsistencyQuery, response: { 200: ConsistencyProof } } },
      (request) => record.proveConsistency(request.query),
    );

    app.get(
      recordPaths.checkpoint,
      {
        schema: { produces: ['text/plain'], querystring: CheckpointQuery, response: { 200: NoteText } },
        config: { errors: ['overloaded'] },
      },
      async (request, reply) => {
        const note = await record.readCheckpoint(request.query.minSize);
        if (note === null) throw apiError('overloaded', { retryAfterS: 5 });
        return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(note);
      },
    );

    app.get(
      recordPaths.checkpoints,
      { schema: { querystring: RecordQuery, response: { 200: CosignedCheckpoints } } },
      async (request) => ({ items: await record.listCosigned(request.query) }),
    );

    app.get(
      recordPaths.key,
      { schema: { produces: ['text/plain'], response: { 200: NoteText } } },
      async (_request, reply) => reply.type('text/plain; charset=utf-8').send(`${record.vkey}\n`),
    );

    app.get(recordPaths.models, { schema: { querystring: ModelsQuery, response: { 200: ModelsFigures } } }, (request) =>
      record.readModelFigures(request.query),
    );

    app.get(
      recordPaths.export,
      {
        schema: { produces: ['application/gzip'], params: ExportParams, response: { 200: DayFile } },
        config: { errors: ['not_found'] },
      },
      async (request, reply) => {
        const { day } = request.params;
        const leaves = await openFile(record.getExportPath(day));
        return reply
          .type('application/gzip')
          .header('content-disposition', `attachment; filename="kurs-record-${day}.ndjson.gz"`)
          .send(leaves);
      },
    );
  };

/** What a verifier recomputes the forecasts of the record from. */
export const recordBarsRoutes =
  ({ getBarsPath, getModelPath }: PublishedRecord): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      recordPaths.bars,
      {
        schema: {
          produces: ['application/gzip'],
          params: ExportParams,
          response: { 200: BarsFile },
        },
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
      {
        schema: {
          params: ModelFileParams,
          response: { 200: ModelFileText },
        },
        config: { errors: ['not_found'] },
      },
      async (request, reply) =>
        reply
          .type('application/json')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(await openFile(getModelPath(request.params.hash))),
    );
  };
