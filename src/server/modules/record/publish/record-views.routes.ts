import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { recordPaths } from '#contract/paths.ts';
import {
  EntriesQuery,
  EntryParams,
  EquityQuery,
  OverallQuery,
  RecordCoverage,
  RecordEntries,
  RecordEquity,
  RecordLeaves,
  RecordOverall,
  RecordReplay,
  RecordSummary,
} from '#contract/record/views.ts';
import type { PublishedRecord } from '../create-record.ts';

/** The record as its page shows it; the leaves and proofs themselves are in record.routes. */
export const recordViewsRoutes =
  (record: PublishedRecord): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(recordPaths.summary, { schema: { response: { 200: RecordSummary } } }, () => record.readSummary());

    app.get(
      recordPaths.entries,
      { schema: { querystring: EntriesQuery, response: { 200: RecordEntries } } },
      (request) => record.readEntries(request.query),
    );

    app.get(
      recordPaths.entry,
      { schema: { params: EntryParams, response: { 200: RecordLeaves } }, config: { errors: ['not_found'] } },
      (request) => record.readEntry(request.params.id),
    );

    app.get(
      recordPaths.overall,
      { schema: { querystring: OverallQuery, response: { 200: RecordOverall } } },
      (request) => record.readOverall(request.query),
    );

    app.get(recordPaths.equity, { schema: { querystring: EquityQuery, response: { 200: RecordEquity } } }, (request) =>
      record.readEquity(request.query),
    );

    app.get(recordPaths.replay, { schema: { response: { 200: RecordReplay } } }, () => record.readReplay());

    app.get(recordPaths.coverage, { schema: { response: { 200: RecordCoverage } } }, () => record.readCoverage());
  };
