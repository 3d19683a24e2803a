import type { AutoRun, NoSignalReason } from '#contract/signals.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { getProspect } from '../outlook-edge.ts';
import { useOutlook } from '../use-outlook.ts';

/** Why a run found nothing. Instants in milliseconds. */
export interface SilenceReason {
  /** Null: unknown, or an edge has appeared since. */
  readonly reason: NoSignalReason | null;
  readonly resumesAt: number | null;
  readonly now: number;
}

/** From the outlook of the run's model and duration, read only while the run is silent. */
export function useSilenceReason({ aiModel, interval, symbol }: AutoRun, isSilent: boolean): SilenceReason {
  const outlook = useOutlook({ isLive: isSilent });
  const own = getProspect(outlook, aiModel, interval);
  // An edge on another pair is no answer for the run's one pair.
  const isBelow = own?.hasSignal && symbol !== null;
  return {
    reason: isBelow ? 'below_threshold' : (own?.reason ?? null),
    resumesAt: outlook?.resumesAt ? Date.parse(outlook.resumesAt) : null,
    now: serverClock.now(),
  };
}
