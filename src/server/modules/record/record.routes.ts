import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import { InclusionProof, ProofQuery, RecordPage, RecordQuery, recordPaths } from '#contract/record.ts';
import { Id } from '#contract/wire.ts';
import type { ProveInclusion } from './prove-inclusion.ts';
import type { ReadRecord } from './read-record.ts';

export const recordModule =
  ({ readRecord, proveInclusion }: { readRecord: ReadRecord; proveInclusion: ProveInclusion }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      recordPaths.record,
      {
        schema: {
          tags: ['record'],
          summary: 'The public record, oldest first',
          querystring: RecordQuery,
          response: { 200: RecordPage, 400: Problem },
        },
      },
      (request) => readRecord(request.query),
    );

    app.get(
      recordPaths.proof,
      {
        schema: {
          tags: ['record'],
          summary: 'Inclusion proof of a leaf, by index or by the id of a signal',
          params: z.object({ id: z.union([z.coerce.number().int().nonnegative(), Id]) }),
          querystring: ProofQuery,
          response: { 200: InclusionProof, 400: Problem, 404: Problem },
        },
      },
      (request) => proveInclusion({ of: request.params.id, size: request.query.size }),
    );
  };
