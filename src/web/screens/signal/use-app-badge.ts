import { useEffect } from 'react';
import type { Signal } from '#contract/signals.ts';
import { durationMs } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import { showAppBadge } from '#web/alerts/app-badge.ts';
import { activeSignalIn } from './signal-list.ts';
import type { SignalFlow } from './use-signal-flow.ts';

type Loaded = Pick<SignalFlow, 'signals' | 'isLoading' | 'loadingError'>;

/** Marks the icon of the installed app while a signal runs, on the other pages as well. */
export function useAppBadge({ signals, isLoading, loadingError }: Loaded): void {
  const active = activeSignalIn(signals);
  const until = active && getExpiry(active);
  const isKnown = !isLoading && loadingError === null;
  useEffect(() => {
    if (isKnown) showAppBadge(until);
  }, [isKnown, until]);
}

/** While entering: the latest possible expiry. */
const getExpiry = ({ expiresAt, time, duration }: Signal): number =>
  expiresAt === null ? Date.parse(time) + limits.entryTickWithinMs + durationMs(duration) : Date.parse(expiresAt);
