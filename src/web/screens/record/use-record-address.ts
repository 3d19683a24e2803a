import { useSearchParams } from 'react-router';
import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';
import { useIsBuilt } from '../../ui/use-is-built.ts';

export const periods = [30, 90] as const;
type Period = (typeof periods)[number];

/** What of the record is looked at. All of it stands in the address: it can be shared, reloaded and gone back to. */
export interface RecordView {
  /** Share of the stake; null: the operator's. */
  readonly payout: number | null;
  /** Days; null: all time. */
  readonly days: Period | null;
  /** Signals that people received, or what every model stated by itself each minute. */
  readonly source: 'people' | 'shadow';
  /** Null: the first that has figures, or all together. */
  readonly model: AiModelKey | null;
  /** Of the list: entries before this number; null: the newest. */
  readonly before: number | null;
  /** What is being checked: a number or a signal's id. */
  readonly entry: string | null;
}

const nothing = new URLSearchParams();

export function useRecordAddress(): [RecordView, (change: Partial<RecordView>) => void] {
  const [params, setParams] = useSearchParams();
  // The page at build knows of no address, and the first drawing must be the same.
  const isBuilt = useIsBuilt();
  const set = (change: Partial<RecordView>): void =>
    setParams((now) => paramsOf({ ...viewOf(now), ...change }), { replace: true, preventScrollReset: true });
  return [viewOf(isBuilt ? nothing : params), set];
}

export function viewOf(params: URLSearchParams): RecordView {
  const payout = Number(params.get('payout'));
  const days = Number(params.get('days'));
  const model = params.get('model');
  const before = params.get('before');
  return {
    payout: payout > 0 && payout <= 10 ? payout : null,
    days: periods.find((one) => one === days) ?? null,
    source: params.get('source') === 'shadow' ? 'shadow' : 'people',
    model: isAiModelKey(model) ? model : null,
    before: before !== null && /^\d{1,15}$/.test(before) ? Number(before) : null,
    entry: params.get('entry') || null,
  };
}

export function paramsOf({ payout, days, source, model, before, entry }: RecordView): URLSearchParams {
  const all = { payout, days, source: source === 'people' ? null : source, model, before, entry };
  const published = Object.entries(all).filter(([, value]) => value !== null);
  return new URLSearchParams(published.map(([name, value]) => [name, String(value)]));
}
