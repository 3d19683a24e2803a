import { createReadStream, type ReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { recordEndpoints } from '#contract/record/record-endpoints.ts';
import { parseLevel, parseTilePath, type Tile, tileWidth } from '#record/tile.ts';
import { apiError, invalidField } from '#server/http/api-error.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { RecordFiguresReader } from '../figures/read-figures.ts';
import type { RecordContext } from '../record-context.ts';
import { listCosigned } from '../witnesses/cosignatures.repository.ts';
import { barsPath, modelPath } from './files.ts';
import { readCheckpoint, readEntries, readEntry, readStart, readTile } from './read-record.ts';

const compress = promisify(gzip);

export const recordRoutes = (ctx: RecordContext, figures: RecordFiguresReader) =>
  serveEndpoints(
    recordEndpoints,
    {},
    {
      'GET /api/record': () => readStart(ctx),
      'GET /api/record/checkpoint': async (_request, reply) =>
        reply
          .type('text/plain; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(await readCheckpoint(ctx)),
      'GET /api/record/checkpoints': async ({ query: { from, limit } }) => ({
        items: await listCosigned(ctx.db, from, limit),
      }),
      'GET /api/record/entries': (request) => readEntries(ctx, request.query),
      'GET /api/record/entry/:index': (request) => readEntry(ctx, request.params.index),
      'GET /api/record/figures': (request) => figures.readFigures(request.query.days ?? null),
      'GET /api/record/coverage': () => figures.readCoverage(),
      'GET /api/record/tile/:level/*': async (request, reply) => {
        const tile = toTile(parseLevel(request.params.level), request.params['*']);
        return sendBytes(reply, tile, await readTile(ctx, tile, 'refused'));
      },
      'GET /api/record/tile/entries/*': async (request, reply) => {
        const tile = toTile('entries', request.params['*']);
        const { closed = 'refused' } = request.query;
        const bundle = await readTile(ctx, tile, closed);
        reply.header('vary', 'accept-encoding');
        // What is not open yet opens within minutes.
        const cached = closed === 'refused' ? tile : null;
        if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return sendBytes(reply, cached, bundle);
        return sendBytes(reply.header('content-encoding', 'gzip'), cached, await compress(bundle));
      },
      'GET /api/record/bars/:day': async ({ params: { day } }, reply) => {
        const bars = await openFile(barsPath(ctx.folder, day));
        return reply
          .type('application/gzip')
          .header('content-disposition', `attachment; filename="${ctx.config.brand.slug}-bars-${day}.ndjson.gz"`)
          .send(bars);
      },
      'GET /api/record/model/:sha256': async (request, reply) =>
        reply
          .type('application/json')
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(await openFile(modelPath(ctx.folder, request.params.sha256))),
    },
  );

function toTile(level: Tile['level'] | null, text: string): Tile {
  if (level === null) throw invalidField('L', 'notAllowed', { allowed: ['0–63'] });
  const tile = parseTilePath(text);
  if (tile === 'N') throw invalidField('N', 'notTile', { allowed: ['x001/x234/067'] });
  if (tile === 'W') throw invalidField('W', 'notAllowed', { allowed: [`1–${tileWidth - 1}`] });
  return { level, ...tile };
}

/** A full tile never changes; a partial one is replaced by a wider one within minutes. Null: not cached. */
function sendBytes(reply: FastifyReply, tile: Pick<Tile, 'width'> | null, bytes: Buffer): FastifyReply {
  const kept = tile?.width === tileWidth ? 'public, max-age=31536000, immutable' : 'public, max-age=60';
  const cache = tile ? kept : 'no-cache';
  return reply.type('application/octet-stream').header('cache-control', cache).send(bytes);
}

/** Throws not_found. */
async function openFile(path: string): Promise<ReadStream> {
  await access(path).catch(() => {
    throw apiError('not_found');
  });
  return createReadStream(path);
}
