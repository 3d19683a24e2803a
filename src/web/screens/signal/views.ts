import { lazy } from 'react';

const fetchRunning = () => import('./running/running.tsx').then((module) => ({ default: module.Running }));
const fetchNoSignal = () => import('./searching/no-signal.tsx').then((module) => ({ default: module.NoSignal }));
const fetchSettled = () => import('./settled/settled.tsx').then((module) => ({ default: module.Settled }));

/** States of the signal screen that most visits never see, lazy-loaded. */
export const Running = lazy(fetchRunning);
export const Settled = lazy(fetchSettled);
export const MarketResting = lazy(() =>
  import('./resting/market-resting.tsx').then((module) => ({ default: module.MarketResting })),
);
export const NoSignal = lazy(fetchNoSignal);
export const Refused = lazy(() => import('./searching/failed.tsx').then((module) => ({ default: module.Refused })));
export const AutomaticView = lazy(() =>
  import('./automatic/automatic-view.tsx').then((module) => ({ default: module.AutomaticView })),
);

/**
 * Prefetches the signal views when a signal is near. A failed fetch is repeated when the view is
 * needed.
 */
export function fetchSignalViews(): void {
  void Promise.allSettled([fetchRunning(), fetchSettled(), fetchNoSignal()]);
}
