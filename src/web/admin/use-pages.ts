import { keepPreviousData } from '@tanstack/react-query';
import { type Read, useRead } from '../api/use-read.ts';
import { useState } from 'react';

export interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
  /** Rows of all pages; null or absent: too many to count, or not counted. */
  readonly total?: number | null;
}

export interface Pages<Answer extends Page> extends Pick<Read<Answer>, 'data' | 'error' | 'refetch'> {
  /** The previous page is still shown. */
  readonly isStale: boolean;
  /** Number of the first row, from 1. */
  readonly first: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  previous(): void;
  next(): void;
}

const rowsAPage = 25;

interface PagesOptions<Answer> {
  /** Identifies the list; different filters are a different list. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly fetch: (query: URLSearchParams) => Promise<Answer>;
}

/**
 * A list with keyset pagination: each page starts at the cursor of the previous one, so new rows do
 * not shift the pages.
 */
export function usePages<Answer extends Page>({ key, query, fetch }: PagesOptions<Answer>): Pages<Answer> {
  const filters = query.toString();
  const [place, setPlace] = useState<{ filters: string; cursors: readonly string[] }>({ filters, cursors: [] });
  // Different filters start at the first page.
  const cursors = place.filters === filters ? place.cursors : [];
  const cursor = cursors.at(-1);
  const readPage = (): Promise<Answer> => {
    const requested = new URLSearchParams(query);
    requested.set('limit', String(rowsAPage));
    if (cursor !== undefined) requested.set('cursor', cursor);
    return fetch(requested);
  };
  const { data, error, isWaiting, refetch } = useRead(['admin', key, filters, cursor ?? ''], readPage, {
    placeholderData: keepPreviousData,
  });
  const next = data?.nextCursor ?? null;
  return {
    data,
    error,
    isStale: data !== null && isWaiting,
    first: cursors.length * rowsAPage + 1,
    hasPrevious: cursors.length > 0,
    hasNext: next !== null,
    previous: () => setPlace({ filters, cursors: cursors.slice(0, -1) }),
    next: () => next !== null && setPlace({ filters, cursors: [...cursors, next] }),
    refetch,
  };
}
