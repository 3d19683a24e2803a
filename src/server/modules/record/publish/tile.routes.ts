import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { EntriesParams, TileBytes, TileParams } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { parseLevel, parsePlace, type Tile, tileWidth } from '#record/tile.ts';
import { invalidField } from '#server/http/api-error.ts';
import type { PublishedRecord } from '../create-record.ts';

const compress = promisify(gzip);

/** The signed tree for mirrors and monitors, as C2SP tlog-tiles; public like the record itself. */
export const tileRoutes =
  ({ readTile }: Pick<PublishedRecord, 'readTile'>): FastifyPluginAsyncZod =>
  async (app) => {
    const response = { 200: TileBytes };

    app.get(
      recordPaths.tile,
      {
        schema: { produces: ['application/octet-stream'], params: TileParams, response },
        config: { errors: ['not_found', 'leaf_not_open'] },
      },
      async (request, reply) => {
        const tile = toTile(request.params.level, request.params['*']);
        return sendBytes(reply, tile, await readTile(tile));
      },
    );

    app.get(
      recordPaths.tileEntries,
      {
        schema: { produces: ['application/octet-stream'], params: EntriesParams, response },
        config: { errors: ['not_found', 'leaf_not_open'] },
      },
      async (request, reply) => {
        const tile = toTile('entries', request.params['*']);
        const bundle = await readTile(tile);
        reply.header('vary', 'accept-encoding');
        if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return sendBytes(reply, tile, bundle);
        return sendBytes(reply.header('content-encoding', 'gzip'), tile, await compress(bundle));
      },
    );
  };

function toTile(levelText: string, text: string): Tile {
  const level = levelText === 'entries' ? levelText : parseLevel(levelText);
  if (level === null) throw invalidField('L', 'notAllowed', { allowed: ['0–63'] });
  const place = parsePlace(text);
  if (place === 'N') throw invalidField('N', 'notTile', { allowed: ['x001/x234/067'] });
  if (place === 'W') throw invalidField('W', 'notAllowed', { allowed: [`1–${tileWidth - 1}`] });
  return { level, ...place };
}

/** A full tile never changes; a partial one is replaced by a wider one within minutes. */
function sendBytes(reply: FastifyReply, { width }: Tile, bytes: Buffer): never {
  const cache = width === tileWidth ? 'public, max-age=31536000, immutable' : 'public, max-age=60';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- bytes, which the schema describes as text
  return reply.type('application/octet-stream').header('cache-control', cache).send(bytes) as never;
}
