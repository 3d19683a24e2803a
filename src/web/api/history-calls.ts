import {
  type HistorySort,
  type SignalFilters,
  SignalHistory,
  SignalStats,
  statisticsPaths,
} from '#contract/statistics.ts';
import { call, fetchFile } from './call.ts';

interface HistoryWish {
  readonly filters: SignalFilters;
  readonly sort: HistorySort;
}

/** So many rows come at once. */
const pageSize = 25;

export const getStats = (filters: SignalFilters): Promise<SignalStats> =>
  call(`${statisticsPaths.stats}?${queryOf(filters)}`, SignalStats);

export function getHistory({ filters, sort }: HistoryWish, cursor: string | null): Promise<SignalHistory> {
  const page = { ...filters, sort, limit: pageSize, ...(cursor !== null && { cursor }) };
  return call(`${statisticsPaths.history}?${queryOf(page)}`, SignalHistory);
}

export const getHistoryCsv = ({ filters, sort }: HistoryWish): Promise<Blob> =>
  fetchFile(`${statisticsPaths.history}?${queryOf({ ...filters, sort })}`, 'text/csv');

function queryOf(values: object): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
