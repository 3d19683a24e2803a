import { type ReactNode, Suspense, useEffect } from 'react';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { useWorkingStats } from '../../session/use-working-stats.ts';
import { Loader } from '../../ui/loader.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { AccessGate } from './access-gate.tsx';
import { NextLine } from './automatic/next-line.tsx';
import type { Automatic } from './automatic/use-automatic.ts';
import { Choosing } from './choosing.tsx';
import { deskState } from './desk-state.ts';
import { LoadingFailed } from './loading-failed.tsx';
import { Searching } from './searching.tsx';
import type { SignalDesk } from './signal-desk.ts';
import { useTradingChoice } from './trading-choice.ts';
import { AutomaticView, fetchSignalViews, MarketResting, NoSignal, Refused, Running, Settled } from './views.ts';
import { chaseOf } from './wish.ts';

interface DeskContentProps {
  readonly user: User;
  readonly desk: SignalDesk;
  readonly automatic: Automatic;
}

export function DeskContent(props: DeskContentProps) {
  const { desk, automatic } = props;
  const isNear = desk.search.kind === 'searching' || desk.shown !== null || automatic.isRunning;
  useEffect(() => {
    if (isNear) fetchSignalViews();
  }, [isNear]);
  return (
    <Suspense fallback={<Waiting />}>
      <State {...props} />
    </Suspense>
  );
}

/** The view of each state. */
function State({ user, desk, automatic }: DeskContentProps): ReactNode {
  const choice = useTradingChoice();
  const market = useWorkingStats().data;
  const { shown } = desk;
  const state = deskState({ ...desk, market, isAutomatic: automatic.isRunning });
  // Here and not further out: a view that has yet to load keeps this waiting, and the old one in the page.
  useKeptFocus(`${shown?.status} ${automatic.isRunning}`);
  switch (state.kind) {
    case 'settled':
      return (
        <Settled
          key={state.signal.id}
          signal={state.signal}
          signals={desk.signals}
          balance={user.balance}
          next={automatic.session && <NextLine session={automatic.session} />}
          onAnother={() => desk.find(choice.wish)}
          onChase={() => desk.find(chaseOf(state.signal))}
          onPutAway={desk.putAway}
        />
      );
    case 'running':
      return <Running signal={state.signal} desk={desk} />;
    case 'searching':
      return <Searching wish={state.search.wish} onCancel={desk.cancel} />;
    case 'resting':
      return <MarketResting market={state.market} />;
    case 'no-signal':
      return <NoSignal search={state.search} desk={desk} />;
    case 'refused':
      return <Refused search={state.search} user={user} desk={desk} />;
    case 'loading-failed':
      return <LoadingFailed error={state.error} />;
    case 'loading':
      return <Waiting />;
    case 'automatic':
      return (
        automatic.session && <AutomaticView session={automatic.session} automatic={automatic} signals={desk.signals} />
      );
    case 'access':
    case 'choosing':
      return (
        <AccessGate user={user} waiting={state.kind === 'access' && <Waiting />} onVerified={desk.putAway}>
          {state.kind === 'access' ? (
            <Refused search={state.search} user={user} desk={desk} />
          ) : (
            <Choosing
              choice={choice}
              market={state.market}
              user={user}
              recent={desk.signals}
              resetSignal={desk.resetSignal}
              onGet={() => desk.find(choice.wish)}
              automatic={automatic}
            />
          )}
        </AccessGate>
      );
  }
}

function Waiting() {
  const { t } = usePhrases();
  return (
    <div className="state">
      <Loader label={t('common.loading')} />
    </div>
  );
}
