import { gunzipSync } from 'node:zlib';
import {
  ConsistencyProof,
  CosignedCheckpoints,
  InclusionProof,
  ModelFigures,
  RecordKeys,
  RecordPage,
} from '#contract/record.ts';
import { z } from 'zod';
import type { RecordKeyTerm } from '#domain/record/record-handover.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import type { Item } from './check-leaves.ts';

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
  figures(feed: string, payout: number, size: number): Promise<ModelFigures[]>;
  /** The lines of a UTC day's bars; null: none are published. */
  bars(day: string): Promise<string[] | null>;
  /** The text of a model's file, by its SHA-256; null: it is not published. */
  model(hash: string): Promise<string | null>;
}

/** The server is there, and does not show what it must. */
export class RefusedAnswer extends UsageError {}

const maxPageSize = 1_000;

interface Needs {
  readonly fetchUrl: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
}

export function createRecordAddress(address: string, { fetchUrl, pause }: Needs): RecordAddress {
  /** Null: there is no such thing. */
  const find = async (path: string): Promise<Response | null> => {
    for (;;) {
      const answer = await fetchUrl(new URL(`/api/record${path}`, address)).catch((error: unknown) => {
        throw new UsageError(
          `${address} does not answer: ${String(error instanceof Error ? (error.cause ?? error) : error)}`,
        );
      });
      if (answer.ok) return answer;
      if (answer.status === 404) return null;
      // Waits on a rate limit, so that a long record can be read completely.
      if (answer.status !== 429) throw new RefusedAnswer(`${address} answers ${answer.status} to /api/record${path}.`);
      await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
    }
  };
  const get = async (path: string): Promise<Response> => {
    const answer = await find(path);
    if (!answer) throw new RefusedAnswer(`${address} answers 404 to /api/record${path}.`);
    return answer;
  };
  const text = async (path: string): Promise<string> => (await get(path)).text();
  const json = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => shape.parse(await (await get(path)).json());
  /** A server from before key rotation has only one key. */
  const readKeys = async (): Promise<RecordKeyTerm[]> => {
    const answer = await fetchUrl(new URL('/api/record/keys', address)).catch(() => null);
    if (answer?.status !== 404) return json('/keys', RecordKeys);
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
    figures: (feed, payout, size) =>
      json(`/models?feed=${encodeURIComponent(feed)}&payout=${payout}&size=${size}`, z.array(ModelFigures)),
    bars: async (day) => {
      const answer = await find(`/bars/${day}`);
      return answer && linesOf(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString());
    },
    model: async (hash) => (await find(`/model/${hash}`))?.text() ?? null,
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
