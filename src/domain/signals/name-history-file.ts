/** Filters of a file, with instants or days for its period. */
interface FileFilters {
  readonly aiModel?: string | null | undefined;
  readonly symbol?: string | null | undefined;
  readonly duration?: number | null | undefined;
  readonly result?: string | null | undefined;
  readonly hasEdge?: boolean | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/** The name of an exported history: its day and what it is narrowed to. `now`: an ISO instant. */
export function nameHistoryFile(filters: FileFilters, now: string): string {
  const { aiModel, symbol, duration, result, hasEdge, from, to } = filters;
  const parts = [
    now.slice(0, 10),
    symbol,
    aiModel,
    duration && `${duration}min`,
    result,
    typeof hasEdge === 'boolean' ? (hasEdge ? 'edge' : 'practice') : null,
    from && `from-${from.slice(0, 10)}`,
    to && `to-${to.slice(0, 10)}`,
  ];
  return `signals-${parts.filter(Boolean).join('-')}.csv`;
}
