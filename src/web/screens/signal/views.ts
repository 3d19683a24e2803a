import { lazy } from 'react';

const fetchRunning = () => import('./running.tsx').then((module) => ({ default: module.Running }));
const fetchSettled = () => import('./settled.tsx').then((module) => ({ default: module.Settled }));

/** States of the desk that most visits never see: each comes when it is its turn. */
export const Running = lazy(fetchRunning);
export const Settled = lazy(fetchSettled);
export const MarketResting = lazy(() =>
  import('./market-resting.tsx').then((module) => ({ default: module.MarketResting })),
);
export const NoSignal = lazy(() => import('./no-signal.tsx').then((module) => ({ default: module.NoSignal })));
export const Refused = lazy(() => import('./failed.tsx').then((module) => ({ default: module.Refused })));
export const AutomaticView = lazy(() =>
  import('./automatic/automatic-view.tsx').then((module) => ({ default: module.AutomaticView })),
);

/** A signal is near: what will show it should be here before it. A fetch that fails is asked for again when it is needed. */
export function fetchSignalViews(): void {
  void Promise.allSettled([fetchRunning(), fetchSettled()]);
}
