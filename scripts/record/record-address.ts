import { gunzipSync } from 'node:zlib';
import {
  ConsistencyProof,
  CosignedCheckpoints,
  InclusionProof,
  ModelsFigures,
  type RecordItem,
  RecordPage,
} from '#contract/record/record.ts';
import {
  type EquitySource,
  RecordCoverage,
  RecordEntries,
  RecordEquity,
  RecordOverall,
  RecordSummary,
} from '#contract/record/views.ts';
import type { z } from 'zod';
import { tilePath, tileWidth } from '#record/tile.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import { getErrorMessage } from '#domain/caught-error.ts';
import { fetchAnswer, type FetchDependencies, maxBytes, RefusedAnswer } from './fetch-answer.ts';

type Item = z.infer<typeof RecordItem>;

/** A record as published. */
export interface RecordAddress {
  /** Its verifier key. */
  key(): Promise<string>;
  checkpoint(): Promise<string>;
  /** The leaves [0, size), page by page. */
  leaves(size: number): AsyncGenerator<Item[]>;
  /** Some leaves from an index on, at most 1,000. */
  page(from: number, limit: number): Promise<Item[]>;
  /** Checkpoints of at most `size` leaves with their cosignatures, smallest first. */
  cosigned(size: number): AsyncGenerator<z.infer<typeof CosignedCheckpoints>['items'][number]>;
  proof(index: number, size: number): Promise<z.infer<typeof InclusionProof>>;
  consistency(from: number, to: number): Promise<z.infer<typeof ConsistencyProof>>;
  /** The 256 hashes of a full tile of leaves; null: none is served. */
  tile(n: number): Promise<Buffer | null>;
  /** As the product's own page asks, like the answers below. */
  summary(): Promise<RecordSummary>;
  models(): Promise<ModelsFigures>;
  overall(): Promise<RecordOverall>;
  entries(): Promise<RecordEntries>;
  /** One stake on each forecast of a model, or of all. */
  equity(source: EquitySource, key: TallyKey): Promise<RecordEquity>;
  coverage(): Promise<RecordCoverage>;
  /** The lines of a UTC day's bars; null: none are published. */
  bars(day: string): Promise<string[] | null>;
  /** The text of a model's file, by its SHA-256; null: it is not published. */
  model(hash: string): Promise<string | null>;
}

const maxPageSize = 1_000;

export function createRecordAddress(address: string, needs: FetchDependencies): RecordAddress {
  const get = (path: string, max: number) => fetchAnswer(new URL(`/api/record${path}`, address), needs, max);
  /** Null: there is no such thing. */
  const find = async (path: string, max: number): Promise<Buffer | null> => {
    const { status, bytes } = await get(path, max);
    if (status === 404) return null;
    if (status === 200) return bytes;
    throw new RefusedAnswer(`${address} answers ${status} to /api/record${path}.`);
  };
  const text = async (path: string, max: number): Promise<string> => {
    const found = await find(path, max);
    if (found) return found.toString();
    throw new RefusedAnswer(`${address} answers 404 to /api/record${path}.`);
  };
  const json = async <T>(path: string, shape: z.ZodType<T>, max: number = maxBytes.page): Promise<T> => {
    const body = await text(path, max);
    try {
      return shape.parse(JSON.parse(body));
    } catch (error) {
      throw new RefusedAnswer(`${address} answers /api/record${path} in another form: ${getErrorMessage(error)}`);
    }
  };
  const page = async (from: number, limit: number): Promise<Item[]> => {
    const path = `?from=${from}&limit=${limit}`;
    const { items } = await json(path, RecordPage);
    if (items.length > limit)
      throw new RefusedAnswer(`${address} answers ${items.length} leaves to /api/record${path}.`);
    return items;
  };

  return {
    key: async () => (await text('/key', maxBytes.note)).trim(),
    checkpoint: () => text('/checkpoint', maxBytes.note),
    async *leaves(size) {
      for (let from = 0; from < size; ) {
        const items = await page(from, Math.min(maxPageSize, size - from));
        const wanted = Math.min(maxPageSize, size - from);
        if (items.length < wanted)
          throw new RefusedAnswer(`${address} shows no leaf ${from + items.length}, which it has signed.`);
        yield items;
        from += wanted;
      }
    },
    page,
    async *cosigned(size) {
      for (let from: number | null = 0; from !== null; ) {
        const { items }: z.infer<typeof CosignedCheckpoints> = await json(
          `/checkpoints?from=${from}&limit=${maxPageSize}`,
          CosignedCheckpoints,
        );
        const place: number = from;
        if (items.some((item, i) => item.size < (items[i - 1]?.size ?? place)))
          throw new RefusedAnswer(`${address} answers /api/record/checkpoints out of order.`);
        yield* items.filter((item) => item.size <= size);
        const last = items.at(-1)?.size ?? size;
        from = items.length < maxPageSize || last >= size ? null : last + 1;
      }
    },
    proof: (index, size) => json(`/proof/${index}?size=${size}`, InclusionProof, maxBytes.proof),
    consistency: (from, to) => json(`/consistency?from=${from}&to=${to}`, ConsistencyProof, maxBytes.proof),
    tile: (n) => find(`/${tilePath({ level: 0, n, width: tileWidth })}`, maxBytes.tile),
    summary: () => json('/summary', RecordSummary),
    models: () => json('/models', ModelsFigures),
    overall: () => json('/overall', RecordOverall),
    entries: () => json('/entries?limit=20', RecordEntries),
    equity: (source, key) => json(`/equity?source=${source}${key === 'all' ? '' : `&aiModel=${key}`}`, RecordEquity),
    coverage: () => json('/coverage', RecordCoverage),
    bars: async (day) => {
      const answer = await find(`/bars/${day}`, maxBytes.file);
      return answer && toLines(unpack(answer, `${address}/api/record/bars/${day}`).toString());
    },
    model: async (hash) => (await find(`/model/${hash}`, maxBytes.file))?.toString() ?? null,
  };
}

function unpack(bytes: Buffer, what: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: 4 * maxBytes.file });
  } catch (error) {
    throw new RefusedAnswer(`${what} cannot be unpacked: ${getErrorMessage(error)}`);
  }
}

const toLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
