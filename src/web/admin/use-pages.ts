import { keepPreviousData } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { isObject } from '#domain/objects.ts';
import { type Read, useRead } from '../api/use-read.ts';

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
 * not shift the pages. The page is part of the history entry, so a reload and Back return to it.
 */
export function usePages<Answer extends Page>({ key, query, fetch }: PagesOptions<Answer>): Pages<Answer> {
  const filters = query.toString();
  const [cursors, setCursors] = useCursors(filters);
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
  const isStale = data !== null && isWaiting;
  // The rows of the page before name the cursor of this one: a second press would repeat it.
  const next = isStale ? null : (data?.nextCursor ?? null);
  return {
    data,
    error,
    isStale,
    first: cursors.length * rowsAPage + 1,
    hasPrevious: cursors.length > 0,
    hasNext: isStale || next !== null,
    previous: () => setCursors(cursors.slice(0, -1)),
    next: () => next !== null && setCursors([...cursors, next]),
    refetch,
  };
}

/** The cursors of the pages up to this one; different filters start at the first page. */
function useCursors(filters: string): [readonly string[], (cursors: readonly string[]) => void] {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const setCursors = (cursors: readonly string[]): void =>
    void navigate({ search, hash }, { replace: true, state: { filters, cursors } });
  return [isPlace(state) && state.filters === filters ? state.cursors : [], setCursors];
}

/** The place in a list, as the history entry holds it. */
const isPlace = (state: unknown): state is { readonly filters: string; readonly cursors: readonly string[] } =>
  isObject(state) && Array.isArray(state['cursors']) && state['cursors'].every((cursor) => typeof cursor === 'string');
