import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BarsFile, ModelFileParams, ModelFileText } from '#contract/record/bars.ts';
import { PublishedFigures } from '#contract/record/cards.ts';
import {
  CheckpointsQuery,
  CosignedCheckpoints,
  DayParams,
  EntriesOfTileQuery,
  EntriesParams,
  EntriesQuery,
  EntryParams,
  FiguresQuery,
  NoteText,
  RecordCoverage,
  RecordEntries,
  RecordEntry,
  RecordStart,
  TileBytes,
  TileParams,
} from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { parseLevel, parsePlace, type Tile, tileWidth } from '#record/tile.ts';
import { openFile } from '#server/http/answers.ts';
import { invalidField } from '#server/http/api-error.ts';
import type { RecordFiguresReader } from '../figures/read-figures.ts';
import type { RecordContext } from '../record-context.ts';
import { listCosigned } from '../witnesses/cosignatures.repository.ts';
import { barsPath, modelPath } from './files.ts';
import { readCheckpoint, readEntries, readEntry, readStart, readTile } from './read-record.ts';

/** Public: a record that only its owner can read proves nothing. */
export const recordRoutes =
  (ctx: RecordContext, figures: RecordFiguresReader): FastifyPluginAsyncZod =>
  async (app) => {
    const early = { errors: ['overloaded'] } as const;

    app.get(recordPaths.record, { schema: { response: { 200: RecordStart } }, config: early }, () => readStart(ctx));

    app.get(
      recordPaths.checkpoint,
      { schema: { produces: ['text/plain'], response: { 200: NoteText } }, config: early },
      async (_request, reply) =>
        reply
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(await readCheckpoint(ctx)),
    );

    app.get(
      recordPaths.checkpoints,
      { schema: { querystring: CheckpointsQuery, response: { 200: CosignedCheckpoints } } },
      async ({ query: { from, limit } }) => ({ items: await listCosigned(ctx.db, from, limit) }),
    );

    app.get(
      recordPaths.entries,
      { schema: { querystring: EntriesQuery, response: { 200: RecordEntries } }, config: early },
      (request) => readEntries(ctx, request.query),
    );

    app.get(
      recordPaths.entry,
      {
        schema: { params: EntryParams, response: { 200: RecordEntry } },
        config: { errors: ['not_found', 'overloaded'] },
      },
      (request) => readEntry(ctx, request.params.index),
    );

    app.get(
      recordPaths.figures,
      { schema: { querystring: FiguresQuery, response: { 200: PublishedFigures } } },
      (request) => figures.readFigures(request.query.days ?? null),
    );

    app.get(recordPaths.coverage, { schema: { response: { 200: RecordCoverage } } }, () => figures.readCoverage());
  };

const compress = promisify(gzip);

/** The signed tree for mirrors and monitors, as C2SP tlog-tiles, and what forecasts are recomputed from. */
export const recordFileRoutes =
  (ctx: RecordContext): FastifyPluginAsyncZod =>
  async (app) => {
    const produces = ['application/octet-stream'];
    const response = { 200: TileBytes };

    app.get(
      recordPaths.tile,
      { schema: { produces, params: TileParams, response }, config: { errors: ['not_found', 'overloaded'] } },
      async (request, reply) => {
        const tile = toTile(parseLevel(request.params.level), request.params['*']);
        return sendBytes(reply, tile, await readTile(ctx, tile, 'refused'));
      },
    );

    app.get(
      recordPaths.tileEntries,
      {
        schema: { produces, params: EntriesParams, querystring: EntriesOfTileQuery, response },
        config: { errors: ['not_found', 'leaf_not_open', 'overloaded'] },
      },
      async (request, reply) => {
        const tile = toTile('entries', request.params['*']);
        const { closed = 'refused' } = request.query;
        const bundle = await readTile(ctx, tile, closed);
        reply.header('vary', 'accept-encoding');
        // What is not open yet opens within minutes.
        const cached = closed === 'refused' ? tile : null;
        if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return sendBytes(reply, cached, bundle);
        return sendBytes(reply.header('content-encoding', 'gzip'), cached, await compress(bundle));
      },
    );

    app.get(
      recordPaths.bars,
      {
        schema: { produces: ['application/gzip'], params: DayParams, response: { 200: BarsFile } },
        config: { errors: ['not_found'] },
      },
      async (request, reply) => {
        const { day } = request.params;
        const bars = await openFile(barsPath(ctx.folder, day));
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
          .send(await openFile(modelPath(ctx.folder, request.params.sha256))),
    );
  };

function toTile(level: Tile['level'] | null, text: string): Tile {
  if (level === null) throw invalidField('L', 'notAllowed', { allowed: ['0–63'] });
  const place = parsePlace(text);
  if (place === 'N') throw invalidField('N', 'notTile', { allowed: ['x001/x234/067'] });
  if (place === 'W') throw invalidField('W', 'notAllowed', { allowed: [`1–${tileWidth - 1}`] });
  return { level, ...place };
}

/** A full tile never changes; a partial one is replaced by a wider one within minutes. Null: not cached. */
function sendBytes(reply: FastifyReply, tile: Pick<Tile, 'width'> | null, bytes: Buffer): never {
  const kept = tile?.width === tileWidth ? 'public, max-age=31536000, immutable' : 'public, max-age=60';
  const cache = tile ? kept : 'no-cache';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- bytes, which the schema describes as text
  return reply.type('application/octet-stream').header('cache-control', cache).send(bytes) as never;
}
