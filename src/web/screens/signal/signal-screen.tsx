import { lazy, Suspense, useEffect, useRef } from 'react';
import type { User } from '#contract/accounts.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { useSavedCheckpoints } from '#web/record/use-saved-checkpoints.ts';
import { useMarketTurns } from '#web/session/use-market-turns.ts';
import { useSignedIn } from '#web/session/use-signed-in.ts';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { useAutomatic } from './automatic/use-automatic.ts';
import { SignalFlowContent } from './signal-flow-content.tsx';
import { ScreenHead } from './screen-head.tsx';
import { type SignalFlow, useSignalFlow } from './use-signal-flow.ts';
import { activeSignalIn } from './signal-list.ts';
import { useAnnouncements } from './use-announcements.ts';
import { useAppBadge } from './use-app-badge.ts';
import { usePageWatch } from './searching/page-watch.ts';

const AutomaticBar = lazy(() =>
  import('./automatic/automatic-bar.tsx').then((module) => ({ default: module.AutomaticBar })),
);

const EdgeAlert = lazy(() => import('./searching/edge-alert.tsx').then((module) => ({ default: module.EdgeAlert })));

export const meta = pageTitle(({ t }) => t('signal.pageTitle'));

/** For signed-in users; others sign in first and are redirected back. */
export default function SignalScreen() {
  const user = useSignedIn();
  if (!user) {
    return <PageLoader />;
  }
  return <SignalFlowScreen user={user} />;
}

function SignalFlowScreen({ user }: { user: User }) {
  const flow = useSignalFlow(user);
  const automatic = useAutomatic(user.id);
  useEffect(() => eventHub.hold(), []);
  useMarketTurns();
  useSavedCheckpoints();
  useAnnouncements(flow.shown);
  useAppBadge(flow);
  const isWatching = usePageWatch() !== null;
  useTopOfPage(flow);
  return (
    <div className="wrap">
      {isWatching && (
        <Suspense fallback={null}>
          <EdgeAlert balance={user.balance} />
        </Suspense>
      )}
      <ScreenHead user={user} flow={flow} />
      {automatic.run && (
        <Suspense fallback={<div className="abar to-come sk" />}>
          <AutomaticBar run={automatic.run} automatic={automatic} active={activeSignalIn(flow.signals)} />
        </Suspense>
      )}
      <SignalFlowContent user={user} flow={flow} automatic={automatic} />
    </div>
  );
}

/**
 * The pressed button disappears with its state: scroll and focus move to the top of the next state.
 */
function useTopOfPage({ search, shown, isLoading }: SignalFlow): void {
  const place = search.kind === 'none-yet' && shown ? 'signal' : search.kind;
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (isLoading || before.current === place) return;
    const isFirst = before.current === null;
    before.current = place;
    if (isFirst) return;
    scrollTo({ top: 0 });
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [place, isLoading]);
}
