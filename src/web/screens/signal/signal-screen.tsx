import { RotateCcw, WalletMinimal } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { Signal } from '#contract/signals.ts';
import { durationMs } from '#domain/market/duration.ts';
import { limits } from '#domain/signals/limits.ts';
import { showAppBadge } from '#web/alerts/app-badge.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { MarketLine } from '#web/layouts/header/market-line.tsx';
import { paths } from '#web/paths.ts';
import { useSavedCheckpoints } from '#web/record/use-saved-checkpoints.ts';
import { useMarketTurns } from '#web/session/use-market-turns.ts';
import { useSignedIn } from '#web/session/use-signed-in.ts';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { useAutomatic } from './automatic/use-automatic.ts';
import { usePageWatch } from './searching/page-watch.ts';
import { SignalFlowContent } from './signal-flow-content.tsx';
import { activeSignalIn } from './signal-list.ts';
import { useAnnouncements } from './use-announcements.ts';
import { useReset } from './use-reset.ts';
import { type SignalFlow, useSignalFlow } from './use-signal-flow.ts';

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

function ScreenHead({ user, flow }: { user: User; flow: SignalFlow }) {
  const { t, f, lang } = usePhrases();
  return (
    <div className="ph">
      <div className="flex flex-col gap-1">
        <h1 className="h2">{t('signal.title')}</h1>
        <div className="flex items-center flex-wrap text-14 text-ink-3 gap-x-4 gap-y-1.5">
          <MarketLine />
          {user.balance !== null && (
            <span className="flex items-center gap-2">
              <WalletMinimal className="ic size-4" aria-hidden="true" />
              {t('signal.balance', { amount: f.usd(user.balance) })}
              <Link className="link" to={paths.bankroll(lang)}>
                {t('signal.bankroll')}
              </Link>
            </span>
          )}
        </div>
      </div>
      {flow.shown && flow.search.kind === 'none-yet' && <ResetButton flow={flow} />}
    </div>
  );
}

function ResetButton({ flow }: { flow: SignalFlow }) {
  const { t } = usePhrases();
  const { isBusy, reset } = useReset(flow);
  return (
    <button
      type="button"
      data-tour="buttons"
      className="btn btn-s btn-sm"
      aria-busy={isBusy}
      aria-label={t('signal.reset')}
      onClick={reset}
    >
      <RotateCcw className={isBusy ? 'ic spin' : 'ic'} aria-hidden="true" />
      <span className="lbl">{t('signal.reset')}</span>
    </button>
  );
}
