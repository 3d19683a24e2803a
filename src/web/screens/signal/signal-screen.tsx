import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { eventHub } from '../../api/event-hub.ts';
import { pageTitle } from '../../language/page-title.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { paths } from '../../paths.ts';
import { useKeptCheckpoints } from '../../record/use-kept-checkpoints.ts';
import { useSession } from '../../session/use-session.ts';
import { useMarketTurns } from '../../session/use-market-turns.ts';
import { useWorkingStats } from '../../session/use-working-stats.ts';
import { Loader } from '../../ui/loader.tsx';
import { AccessGate } from './access-gate.tsx';
import { NextLine } from './automatic/next-line.tsx';
import { type Automatic, useAutomatic } from './automatic/use-automatic.ts';
import { Choosing } from './choosing.tsx';
import { LoadingFailed } from './loading-failed.tsx';
import { MarketResting } from './market-resting.tsx';
import { NoSignal } from './no-signal.tsx';
import { Refused } from './refused.tsx';
import { Running } from './running.tsx';
import { ScreenHead } from './screen-head.tsx';
import { Searching } from './searching.tsx';
import { Settled } from './settled.tsx';
import { type SignalDesk, useSignalDesk } from './signal-desk.ts';
import { activeSignalIn } from './signal-list.ts';
import { useAnnouncements } from './use-announcements.ts';
import { useTradingChoice } from './trading-choice.ts';
import { chaseOf } from './wish.ts';

const AutomaticBar = lazy(() =>
  import('./automatic/automatic-bar.tsx').then((module) => ({ default: module.AutomaticBar })),
);
const AutomaticView = lazy(() =>
  import('./automatic/automatic-view.tsx').then((module) => ({ default: module.AutomaticView })),
);

export const meta = pageTitle(({ t }) => t('signal.pageTitle'));

/** For signed-in users; others sign in first and come back. */
export default function SignalScreen() {
  const session = useSession();
  const { t, lang } = usePhrases();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (session.kind === 'out') void navigate(paths.login(lang, pathname), { replace: true });
  }, [session.kind, navigate, lang, pathname]);
  if (session.kind !== 'in') {
    return (
      <div className="state">
        <Loader label={t('common.loading')} />
      </div>
    );
  }
  return <Desk user={session.user} />;
}

function Desk({ user }: { user: User }) {
  const desk = useSignalDesk(user);
  const automatic = useAutomatic(user.id);
  useEffect(() => eventHub.hold(), []);
  useMarketTurns();
  useKeptCheckpoints();
  useAnnouncements(desk.shown);
  useTopOfPage(desk);
  return (
    <div className="wrap">
      <ScreenHead user={user} desk={desk} />
      {automatic.session && (
        <Suspense fallback={<div className="abar sk" />}>
          <AutomaticBar session={automatic.session} automatic={automatic} active={activeSignalIn(desk.signals)} />
        </Suspense>
      )}
      <DeskContent user={user} desk={desk} automatic={automatic} />
    </div>
  );
}

/** The pressed button goes with its state: the next one is read from its beginning, by eye and by keyboard. */
function useTopOfPage({ search, shown, isLoading }: SignalDesk): void {
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

/** Which state the screen is in: a signal first, then the search for one, then the choice. */
function DeskContent({ user, desk, automatic }: { user: User; desk: SignalDesk; automatic: Automatic }) {
  const { t } = usePhrases();
  const choice = useTradingChoice();
  const market = useWorkingStats().data;
  const { shown, search } = desk;
  if (shown?.status === 'settled' && search.kind === 'none-yet') {
    return (
      <Settled
        key={shown.id}
        signal={shown}
        signals={desk.signals}
        balance={user.balance}
        next={automatic.session && <NextLine session={automatic.session} />}
        onAnother={() => desk.find(choice.wish)}
        onChase={() => desk.find(chaseOf(shown))}
        onPutAway={desk.putAway}
      />
    );
  }
  if (shown && shown.status !== 'settled') return <Running signal={shown} desk={desk} />;
  if (search.kind === 'searching') return <Searching wish={search.wish} onCancel={desk.cancel} />;
  if (market?.open === false) return <MarketResting market={market} />;
  if (search.kind === 'no-signal') {
    return <NoSignal search={search} onLook={() => desk.find(search.wish)} onChangeModel={desk.putAway} />;
  }
  if (search.kind === 'refused') {
    return <Refused search={search} user={user} onAgain={() => desk.find(search.wish)} onBack={desk.putAway} />;
  }
  if (desk.loadingError) return <LoadingFailed error={desk.loadingError} />;
  if (desk.isLoading || !market) {
    return (
      <div className="state">
        <Loader label={t('common.loading')} />
      </div>
    );
  }
  if (automatic.session && automatic.isRunning) {
    return (
      <Suspense fallback={null}>
        <AutomaticView session={automatic.session} automatic={automatic} signals={desk.signals} />
      </Suspense>
    );
  }
  return (
    <AccessGate user={user}>
      <Choosing
        choice={choice}
        market={market}
        user={user}
        recent={desk.signals}
        onGet={() => desk.find(choice.wish)}
        automatic={automatic}
      />
    </AccessGate>
  );
}
