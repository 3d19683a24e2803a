import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Api } from '#contract/api.ts';
import type { Answer } from '#contract/endpoint.ts';
import { isObject } from '#domain/objects.ts';
import { rowsAPage } from '#contract/admin/admin.ts';
import type { Call } from '../api/address.ts';
import { request } from '../api/request.ts';
import { type AddressFilters, type FilterFieldProps, useAddressFilters } from '../filters/filter-fields.tsx';
import { Fact } from '../ui/card.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { f } from './admin-texts.ts';
import { Loaded } from './loaded.tsx';

interface Page<Row> {
  readonly items: readonly Row[];
  /** Null or absent: this page is the last. */
  readonly nextCursor?: string | null;
  /** Rows of all pages; null or absent: too many to count, or not counted. */
  readonly total?: number | null;
}

/** Calls that answer a page of rows. */
type ListCall = { [C in Call]: Answer<Api[C]> extends Page<unknown> ? C : never }[Call];

interface ListOptions<C, Name extends string> {
  readonly call: C;
  /** Parameters in the path of the call. */
  readonly params?: Readonly<Record<string, string>>;
  readonly filterNames?: readonly Name[];
  /** From the filters in the address to those of the request. */
  readonly toQuery?: (query: URLSearchParams) => URLSearchParams;
  readonly refetchMs?: number;
}

/**
 * A list with its filters and keyset pagination: each page starts at the cursor of the previous one,
 * so new rows do not shift the pages. The page is part of the history entry, so a reload and Back
 * return to it.
 */
export function useOperatorList<const C extends ListCall, const Name extends string = never>({
  call: name,
  params = {},
  filterNames = [],
  toQuery = (query) => query,
  refetchMs,
}: ListOptions<C, Name>) {
  const filters = useAddressFilters(filterNames);
  const [cursors, setCursors] = useCursors(filters.query.toString());
  const requested = new URLSearchParams(toQuery(filters.query));
  const cursor = cursors.at(-1);
  if (cursor !== undefined) requested.set('cursor', cursor);
  const sent = Object.fromEntries(requested);
  const query = useQuery<Answer<Api[C]> & Omit<Page<never>, 'items'>>({
    queryKey: ['admin', name, params, sent],
    // An address may be edited by hand: the server checks its filters.
    queryFn: ({ signal: abort }) => request(name, { params, query: sent, abort }),
    placeholderData: keepPreviousData,
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
  });
  const { data, isPlaceholderData } = query;
  // The rows of the page before name the cursor of this one: a second press would repeat it.
  const next = isPlaceholderData ? null : (data?.nextCursor ?? null);
  return {
    ...query,
    filters,
    first: cursors.length * rowsAPage + 1,
    hasNext: isPlaceholderData || next !== null,
    next: () => next !== null && setCursors([...cursors, next]),
    previous: () => setCursors(cursors.slice(0, -1)),
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

/** The position in a list, as the history entry holds it. */
const isPlace = (state: unknown): state is { readonly filters: string; readonly cursors: readonly string[] } =>
  isObject(state) && Array.isArray(state['cursors']) && state['cursors'].every((cursor) => typeof cursor === 'string');

interface ShownList<Row> {
  readonly data: Page<Row> | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  /** The previous page is still shown. */
  readonly isPlaceholderData: boolean;
  readonly filters: AddressFilters<never>;
  /** Number of the first row, from 1. */
  readonly first: number;
  readonly hasNext: boolean;
  readonly next: () => void;
  readonly previous: () => void;
}

/** The pages of a list that has only one. */
export const onePage = { first: 1, hasNext: false, next: () => undefined, previous: () => undefined } as const;

interface RowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly getKey: (row: Row) => string | number;
}

interface OperatorListProps<Row> extends RowsProps<Row> {
  readonly list: ShownList<Row>;
  readonly filters?: ReactNode;
  /** Above the rows; where it depends on them, it comes with them, so that nothing moves. */
  readonly note?: ReactNode;
  /** Shown instead of the rows when there are none. */
  readonly empty: string;
}

/** A list of the operator: filters, a table or on phones a card for each row, pager. */
export function OperatorList<Row>({ list, filters, note, empty, ...described }: OperatorListProps<Row>) {
  const isWide = useIsWide();
  return (
    <section className="card overflow-hidden">
      {filters && (
        <div className="filters">
          {filters}
          <FilterReset filters={list.filters} />
        </div>
      )}
      <div className={list.isPlaceholderData ? 'overflow-x-auto opacity-60' : 'overflow-x-auto'}>
        {note}
        <Loaded read={list}>
          {({ items }) => {
            if (items.length === 0) return <p className="p-card text-ink-3">{empty}</p>;
            if (isWide) return <DataTable className="tbl hist" rows={items} {...described} />;
            return <RowCards rows={items} {...described} />;
          }}
        </Loaded>
      </div>
      <Pager list={list} />
    </section>
  );
}

function RowCards<Row>({ rows, columns, getKey }: RowsProps<Row> & { readonly rows: readonly Row[] }) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={getKey(row)}>
          <dl className="dl px-4.5 py-2.5 *:border-b-0 *:py-[5px]">
            {columns.map(([name, cell], index) => (
              <Fact key={index} name={name} className="min-w-0 wrap-anywhere">
                {cell(row)}
              </Fact>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Pager({ list: { data, first, hasNext, next, previous } }: { readonly list: ShownList<unknown> }) {
  const count = data?.items.length ?? 0;
  const total = data?.total ?? null;
  if (first === 1 && !hasNext && (total === null || count === 0)) return null;
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-3 border-t border-line px-4 py-3.5 text-[.875rem] text-ink-3">
      <span className="tabular-nums">
        {`${f.count(first)}–${f.count(first + count - 1)}${total === null ? '' : ` of ${f.count(total)}`}`}
      </span>
      <span className="flex items-center gap-2">
        <button
          type="button"
          className={pagerButton}
          aria-label="Previous page"
          disabled={first === 1}
          onClick={previous}
        >
          <ChevronLeft className="ic" />
        </button>
        <button type="button" className={pagerButton} aria-label="Next page" disabled={!hasNext} onClick={next}>
          <ChevronRight className="ic" />
        </button>
      </span>
    </div>
  );
}

const pagerButton = 'ibtn disabled:cursor-default disabled:opacity-40';

const pauseMs = 300;

/** Searches after a typing pause, or at once on Enter. */
export function FilterSearch<Name extends string>({ filters, name, label }: FilterFieldProps<Name>) {
  const wanted = filters.get(name);
  const [typed, setTyped] = useState(wanted);
  const [known, setKnown] = useState(wanted);
  const { set } = filters;
  // The filters were reset or the address changed: update the field.
  if (known !== wanted) {
    setKnown(wanted);
    if (typed.trim() !== wanted) setTyped(wanted);
  }
  useEffect(() => {
    if (typed.trim() === wanted) return undefined;
    const timer = setTimeout(() => set(name, typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, wanted, name, set]);
  return (
    <search className="relative min-w-[220px] flex-[1_1_260px] phone:basis-full">
      <Search className="ic pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-3" />
      <input
        type="search"
        className="inp-t min-h-11 pl-[42px] text-[15px]"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && set(name, typed.trim())}
      />
    </search>
  );
}

function FilterReset({ filters }: { filters: AddressFilters<never> }) {
  if (!filters.isNarrowed) return null;
  return (
    <button type="button" className="btn btn-g btn-sm ml-auto" onClick={filters.reset}>
      <X className="ic" />
      Reset
    </button>
  );
}
