import { gunzipSync } from 'node:zlib';
import {
  ConsistencyProof,
  CosignedCheckpoints,
  InclusionProof,
  ModelFigures,
  RecordKeys,
  RecordPage,
} from '#contract/record.ts';
import { type EquitySource, RecordEquity, RecordOverall } from '#contract/record-views.ts';
import type { EntryDelay } from '#domain/signals/late-entry.ts';
import { z } from 'zod';
import type { RecordKeyTerm } from '#record/record-handover.ts';
import type { TallyKey } from '#domain/statistics/model-figures.ts';
import { messageOf } from '#domain/read-error.ts';
import type { Item } from './check-leaves.ts';
import { fetchAnswer, type FetchNeeds, RefusedAnswer } from './fetch-answer.ts';

/** A record as published. */
export interface RecordAddress {
  /** All keys, oldest first. */
  keys(): Promise<RecordKeyTerm[]>;
  checkpoint(): Promise<string>;
  /** The leaves [0, size), page by page. */
  leaves(size: number): AsyncGenerator<Item[]>;
  /** Some leaves from an index on, at most 1,000. */
  page(from: number, limit: number): Promise<Item[]>;
  /** Checkpoints of at most `size` leaves with their cosignatures, smallest first. */
  cosigned(size: number): AsyncGenerator<z.infer<typeof CosignedCheckpoints>['items'][number]>;
  proof(index: number, size: number): Promise<z.infer<typeof InclusionProof>>;
  consistency(from: number, to: number): Promise<z.infer<typeof ConsistencyProof>>;
  /** Of the leaves of a signed size. */
  figures(feed: string, payout: number, size: number, delay: EntryDelay): Promise<ModelFigures[]>;
  overall(feed: string, size: number): Promise<RecordOverall>;
  /** The equity of one stake on each forecast of a model, or of all. */
  equity(query: EquityOf): Promise<RecordEquity>;
  /** The lines of a UTC day's bars; null: none are published. */
  bars(day: string): Promise<string[] | null>;
  /** The text of a model's file, by its SHA-256; null: it is not published. */
  model(hash: string): Promise<string | null>;
}

interface EquityOf {
  readonly feed: string;
  readonly source: EquitySource;
  readonly key: TallyKey;
  readonly payout: number;
  readonly size: number;
}

const maxPageSize = 1_000;

export function createRecordAddress(address: string, needs: FetchNeeds): RecordAddress {
  const get = (path: string) => fetchAnswer(new URL(`/api/record${path}`, address), needs);
  /** Null: there is no such thing. */
  const find = async (path: string): Promise<Buffer | null> => {
    const { status, bytes } = await get(path);
    if (status === 404) return null;
    if (status === 200) return bytes;
    throw new RefusedAnswer(`${address} answers ${status} to /api/record${path}.`);
  };
  const text = async (path: string): Promise<string> => {
    const found = await find(path);
    if (found) return found.toString();
    throw new RefusedAnswer(`${address} answers 404 to /api/record${path}.`);
  };
  const json = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
    const body = await text(path);
    try {
      return shape.parse(JSON.parse(body));
    } catch (error) {
      throw new RefusedAnswer(`${address} answers /api/record${path} in another form: ${messageOf(error)}`);
    }
  };
  /** A server from before key rotation has only one key. */
  const readKeys = async (): Promise<RecordKeyTerm[]> => {
    if ((await get('/keys')).status !== 404) return json('/keys', RecordKeys);
    return [{ vkey: (await text('/key')).trim(), fromSize: 0, handover: null }];
  };

  const page = async (from: number, limit: number): Promise<Item[]> =>
    (await json(`?from=${from}&limit=${limit}`, RecordPage)).items;

  return {
    keys: readKeys,
    checkpoint: () => text('/checkpoint'),
    async *leaves(size) {
      for (let from = 0; from < size; from += maxPageSize) yield page(from, Math.min(maxPageSize, size - from));
    },
    page,
    async *cosigned(size) {
      for (let from: number | null = 0; from !== null; ) {
        const { items }: z.infer<typeof CosignedCheckpoints> = await json(
          `/checkpoints?from=${from}&limit=${maxPageSize}`,
          CosignedCheckpoints,
        );
        yield* items.filter((item) => item.size <= size);
        const last = items.at(-1)?.size ?? size;
        from = items.length < maxPageSize || last >= size ? null : last + 1;
      }
    },
    proof: (index, size) => json(`/proof/${index}?size=${size}`, InclusionProof),
    consistency: (from, to) => json(`/consistency?from=${from}&to=${to}`, ConsistencyProof),
    figures: (feed, payout, size, delay) =>
      json(
        `/models?feed=${encodeURIComponent(feed)}&payout=${payout}&size=${size}&delay=${delay}`,
        z.array(ModelFigures),
      ),
    overall: (feed, size) => json(`/overall?feed=${encodeURIComponent(feed)}&size=${size}`, RecordOverall),
    equity: ({ feed, source, key, payout, size }) => {
      const model = key === 'all' ? '' : `&aiModel=${key}`;
      const path = `/equity?feed=${encodeURIComponent(feed)}&source=${source}&payout=${payout}&size=${size}${model}`;
      return json(path, RecordEquity);
    },
    bars: async (day) => {
      const answer = await find(`/bars/${day}`);
      return answer && linesOf(gunzipSync(answer).toString());
    },
    model: async (hash) => (await find(`/model/${hash}`))?.toString() ?? null,
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
