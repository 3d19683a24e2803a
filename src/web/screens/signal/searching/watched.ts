import type { Watch } from '#contract/alerts.ts';
import type { Outlook, WorkingStats } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { createStore } from '#web/create-store.ts';
import { prospectsIn } from '../use-outlook.ts';
import type { SignalRequest } from '../signal-request.ts';

/** What an edge is watched for. Null: any. */
export type Watched = Pick<Watch, 'aiModel' | 'symbol' | 'interval'>;

/** A watch is for one duration: a request of any duration is watched for the chosen one. */
export function getWatched(request: SignalRequest, interval: PickerDuration): Watched {
  if (request.kind !== 'choice') return { aiModel: null, symbol: null, interval };
  return { aiModel: request.model, symbol: request.symbol, interval: request.interval };
}

export const isSameWatch = (one: Watched, other: Watched): boolean =>
  one.aiModel === other.aiModel && one.symbol === other.symbol && one.interval === other.interval;

/** The outlook names no pair of an edge, so a single pair is never met here. */
export const isWatchMet = (watched: Watched, outlook: Outlook, models: WorkingStats['models']): boolean =>
  watched.symbol === null &&
  prospectsIn(outlook, models).some(
    ({ hasSignal, aiModel, interval }) =>
      hasSignal && interval === watched.interval && (watched.aiModel === null || watched.aiModel === aiModel),
  );

/** What this page itself watches for while it is open; null: nothing. */
export const pageWatch = createStore<Watch | null>(null);
