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
    app.get(
      recordPaths.summary,
      { schema: { summary: 'What the record is of', response: { 200: RecordSummary } } },
      () => record.readSummary(),
    );

    app.get(
      recordPaths.entries,
      {
        schema: {
          summary: 'Recorded signals, newest first, each with how it ended',
          querystring: EntriesQuery,
          response: { 200: RecordEntries },
        },
      },
      (request) => record.readEntries(request.query),
    );

    app.get(
      recordPaths.entry,
      {
        schema: {
          summary: 'A leaf by index or by the id of its signal, with all leaves of that signal',
          params: EntryParams,
          response: { 200: RecordLeaves },
        },
        config: { errors: ['not_found'] },
      },
      (request) => record.readEntry(request.params.id),
    );

    app.get(
      recordPaths.overall,
      {
        schema: {
          summary: 'What became of the forecasts of all models together',
          querystring: OverallQuery,
          response: { 200: RecordOverall },
        },
      },
      (request) => record.readOverall(request.query),
    );

    app.get(
      recordPaths.equity,
      {
        schema: {
          summary: 'What one stake on every forecast would have come to, from opened leaves',
          querystring: EquityQuery,
          response: { 200: RecordEquity },
        },
      },
      (request) => record.readEquity(request.query),
    );

    app.get(
      recordPaths.replay,
      {
        schema: {
          summary: 'The newest signal with an edge that has ended, with the prices around it',
          response: { 200: RecordReplay },
        },
      },
      () => record.readReplay(),
    );

    app.get(
      recordPaths.coverage,
      {
        schema: {
          summary: 'What of each month has forecasts and outcomes, and what has not, with the reasons',
          response: { 200: RecordCoverage },
        },
      },
      () => record.readCoverage(),
    );
  };
