import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import {
  CosignedCheckpoints,
  RecordEntries,
  RecordEntry,
  RecordFigures,
  RecordStart,
} from '#contract/record/record.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import type { HashTile } from '#record/signed-tiles.ts';
import { tilePath, tileWidth } from '#record/tile.ts';
import { type RecordSource, type TileSource, Withheld } from '#record/verify/record-source.ts';
import { fetchAnswer, type FetchDependencies, maxBytes } from './fetch-answer.ts';

/** The files that `--recompute` reads beside the leaves. */
export interface PublishedFiles {
  /** The lines of a UTC day's bars; null: none are published. */
  bars(day: string): Promise<string[] | null>;
  /** The text of a model's file, by its SHA-256; null: it is not published. */
  model(hash: string): Promise<string | null>;
}

const checkpointsAsked = 1_000;

/** A record behind its address. */
export function createHttpSource(address: string, needs: FetchDependencies): RecordSource & PublishedFiles {
  const prefix = new URL('/api/record', address);
  const { get, find } = createReader(prefix, needs);
  const json = async <Answer>(path: string, shape: z.ZodType<Answer>): Promise<Answer> => {
    const bytes = await get(path, maxBytes.json);
    try {
      return shape.parse(JSON.parse(bytes.toString()));
    } catch (error) {
      const [issue] = error instanceof z.ZodError ? error.issues : [];
      const what = issue ? `${issue.path.join('.')}: ${issue.message}` : getErrorMessage(error);
      throw new Withheld(`${prefix.pathname}${path} is answered in another form: ${what}`);
    }
  };
  return {
    ...createTiles(address, prefix, '?closed=empty', needs),
    start: () => json('', RecordStart),
    checkpoints: async (from) => {
      const answer = await json(`/checkpoints?from=${from}&limit=${checkpointsAsked}`, CosignedCheckpoints);
      if (answer.items.length > checkpointsAsked) throw new Withheld('more checkpoints came than were asked for');
      return answer;
    },
    figures: (days) => json(days === null ? '/figures' : `/figures?days=${days}`, RecordFigures),
    entries: () => json('/entries?limit=20', RecordEntries),
    entry: (index) => json(`/entry/${index}`, RecordEntry),
    bars: async (day) => {
      const packed = await find(`/bars/${day}`, maxBytes.file);
      return (
        packed &&
        unpack(packed, `/bars/${day}`)
          .toString()
          .split('\n')
          .filter((line) => line !== '')
      );
    },
    model: async (hash) => (await find(`/model/${hash}`, maxBytes.file))?.toString() ?? null,
  };
}

/** Another server of the record, or a mirror: the files of a C2SP tlog-tiles log behind any web server. */
export async function openCopy(address: string, needs: FetchDependencies): Promise<TileSource> {
  const api = new URL('/api/record', address);
  const isRecord = (await fetchAnswer(new URL(`${api.href}/checkpoint`), needs, maxBytes.note)).status === 200;
  return isRecord
    ? createTiles(address, api, '?closed=empty', needs)
    : createTiles(address, new URL(address.replace(/\/$/, '')), '', needs);
}

function createReader(prefix: URL, needs: FetchDependencies) {
  const base = prefix.href.replace(/\/$/, '');
  /** Null: there is no such thing. */
  const find = async (path: string, max: number): Promise<Buffer | null> => {
    const { status, bytes } = await fetchAnswer(new URL(`${base}${path}`), needs, max);
    if (status === 200) return bytes;
    if (status === 404) return null;
    throw new Withheld(`${base}${path} is answered by ${status}`);
  };
  const get = async (path: string, max: number): Promise<Buffer> => {
    const found = await find(path, max);
    if (found) return found;
    throw new Withheld(`${base}${path} is answered by 404`);
  };
  return { get, find };
}

function createTiles(name: string, prefix: URL, query: string, needs: FetchDependencies): TileSource {
  const { get, find } = createReader(prefix, needs);
  return {
    name,
    checkpoint: async () => (await get('/checkpoint', maxBytes.note)).toString(),
    // A partial tile may be deleted once the full one exists.
    tile: async (tile: HashTile) =>
      (await find(`/${tilePath(tile)}`, maxBytes.tile)) ??
      get(`/${tilePath({ ...tile, width: tileWidth })}`, maxBytes.tile),
    bundle: (n, width) => get(`/${tilePath({ level: 'entries', n, width })}${query}`, maxBytes.bundle),
  };
}

function unpack(bytes: Buffer, what: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: 4 * maxBytes.file });
  } catch (error) {
    throw new Withheld(`${what} cannot be unpacked: ${getErrorMessage(error)}`);
  }
}
