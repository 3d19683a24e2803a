import {
  type HistorySort,
  type SignalFilters,
  type SignalHistory,
  type SignalStats,
  statisticsPaths,
} from '#contract/statistics.ts';
import { fetchOldFile, getJson } from '../request.ts';

interface HistoryQuery {
  readonly filters: SignalFilters;
  readonly sort: HistorySort;
}

/** Rows per page. */
const pageSize = 25;

export const getStats = (filters: SignalFilters): Promise<SignalStats> =>
  getJson(`${statisticsPaths.stats}?${toQuery(filters)}`);

export function getHistory({ filters, sort }: HistoryQuery, cursor: string | null): Promise<SignalHistory> {
  const page = { ...filters, sort, limit: pageSize, ...(cursor !== null && { cursor }) };
  return getJson(`${statisticsPaths.history}?${toQuery(page)}`);
}

export const getHistoryCsv = ({ filters, sort }: HistoryQuery): Promise<Blob> =>
  fetchOldFile(`${statisticsPaths.history}?${toQuery({ ...filters, sort })}`, 'text/csv');

function toQuery(values: object): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
