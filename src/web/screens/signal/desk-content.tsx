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

/** Which state the screen is in: a signal first, then the search for one, then the choice. */
function State({ user, desk, automatic }: DeskContentProps): ReactNode {
  const choice = useTradingChoice();
  const market = useWorkingStats().data;
  const { shown, search } = desk;
  // Here and not further out: a view that has yet to load keeps this waiting, and the old one in the page.
  useKeptFocus(`${shown?.status} ${automatic.isRunning}`);
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
    return (
      <NoSignal
        search={search}
        onLook={() => desk.find(search.wish)}
        onQuietLook={() => desk.findQuietly(search.wish)}
        onChangeModel={desk.putAway}
      />
    );
  }
  if (search.kind === 'refused') {
    return <Refused search={search} user={user} onAgain={() => desk.find(search.wish)} onBack={desk.putAway} />;
  }
  if (desk.loadingError) return <LoadingFailed error={desk.loadingError} />;
  if (desk.isLoading || !market) return <Waiting />;
  if (automatic.session && automatic.isRunning) {
    return <AutomaticView session={automatic.session} automatic={automatic} signals={desk.signals} />;
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

function Waiting() {
  const { t } = usePhrases();
  return (
    <div className="state">
      <Loader label={t('common.loading')} />
    </div>
  );
}
