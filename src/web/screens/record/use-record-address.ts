import { useSearchParams } from 'react-router';
import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';
import { sharedEntry } from '#web/record/check/entry-in-share.ts';
import { useIsBuilt } from '#web/routing/use-is-built.ts';

export const periods = [30, 90] as const;
type Period = (typeof periods)[number];

/** Signals issued to users, or the forecasts every model makes each minute. */
export const sources = ['people', 'shadow'] as const;
export type RecordSource = (typeof sources)[number];

/**
 * View state of the record, stored in the address, so it can be shared, reloaded and navigated back
 * to.
 */
export interface RecordView {
  /** Share of the stake; null: the operator's. */
  readonly payout: number | null;
  /** Days; null: all time. */
  readonly days: Period | null;
  /** Null: the source that has figures. */
  readonly source: RecordSource | null;
  /** Null: the first model with figures, or all together. */
  readonly model: AiModelKey | null;
  /** Cursor of the list: entries before this number; null: the newest. */
  readonly before: number | null;
  /** The entry being verified: a leaf number or a signal id. */
  readonly entry: string | null;
}

/** The view with the source that is shown. */
export interface ShownRecord extends RecordView {
  readonly source: RecordSource;
}

const nothing = new URLSearchParams();

export function useRecordAddress(): [RecordView, (change: Partial<RecordView>) => void] {
  const [params, setParams] = useSearchParams();
  // The prerendered page has no query, and the first render must match it.
  const isBuilt = useIsBuilt();
  const set = (change: Partial<RecordView>): void =>
    setParams((now) => toParams({ ...getView(now), ...change }), { replace: true, preventScrollReset: true });
  return [getView(isBuilt ? nothing : params), set];
}

export function getView(params: URLSearchParams): RecordView {
  const payout = Number(params.get('payout'));
  const days = Number(params.get('days'));
  const model = params.get('model');
  const before = params.get('before');
  return {
    payout: payout > 0 && payout <= 10 ? payout : null,
    days: periods.find((one) => one === days) ?? null,
    source: sources.find((one) => one === params.get('source')) ?? null,
    model: isAiModelKey(model) ? model : null,
    before: before !== null && /^\d{1,15}$/.test(before) ? Number(before) : null,
    entry: params.get('entry') || sharedEntry(params),
  };
}

export function toParams({ payout, days, source, model, before, entry }: RecordView): URLSearchParams {
  return withoutNulls({ payout, days, source, model, before, entry });
}

/** The query of an address; what is null is left out. */
export function toQuery(parameters: Parameters): string {
  const query = withoutNulls(parameters).toString();
  return query && `?${query}`;
}

type Parameters = Readonly<Record<string, string | number | null>>;

function withoutNulls(parameters: Parameters): URLSearchParams {
  const present = Object.entries(parameters).filter(([, value]) => value !== null);
  return new URLSearchParams(present.map(([name, value]) => [name, String(value)]));
}
