import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { User } from '#contract/accounts.ts';
import type { Signal, WorkingStats } from '#contract/signals.ts';
import type { Language } from '#domain/language.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { usePreservedFocus } from '#web/ui/focus.ts';
import { AccessGate } from './access/access-gate.tsx';
import type { Automatic } from './automatic/use-automatic.ts';
import { Choosing } from './choosing/choosing.tsx';
import { useTradingChoice } from './choosing/trading-choice.ts';
import { countdownText, useServerNow } from './countdown.ts';
import { bestOfAll, type Search, toChase, toRepeat } from './signal-request.ts';
import { Refused } from './searching/failed.tsx';
import { Searching } from './searching/searching.tsx';
import type { SignalFlow } from './use-signal-flow.ts';

interface SignalFlowContentProps {
  readonly user: User;
  readonly flow: SignalFlow;
  readonly automatic: Automatic;
}

export function SignalFlowContent({ user, flow, automatic }: SignalFlowContentProps): ReactNode {
  const { lang } = usePhrases();
  const choice = useTradingChoice(user.balance);
  const market = useWorkingStats();
  const { shown } = flow;
  const state = flowState({ ...flow, market, isAutomatic: automatic.isRunning });
  const isNear = flow.search.kind === 'searching' || shown !== null || automatic.isRunning;
  useEffect(() => {
    if (isNear) fetchSignalViews(lang);
  }, [isNear, lang]);
  usePreservedFocus(`${shown?.status} ${automatic.isRunning}`);
  switch (state.kind) {
    case 'settled':
      return (
        <Settled
          key={state.signal.id}
          signal={state.signal}
          signals={flow.signals}
          balance={user.balance}
          next={nextLine(automatic)}
          onAnother={() => flow.find(toRepeat(state.signal, flow.signals))}
          onChase={() => flow.find(toChase(state.signal))}
          onDismiss={flow.dismiss}
        />
      );
    case 'running':
      return <Running key={state.signal.id} signal={state.signal} balance={user.balance} flow={flow} />;
    case 'searching':
      return <Searching search={state.search} onCancel={flow.cancel} />;
    case 'resting':
      return <MarketResting market={state.market} />;
    case 'no-signal':
      return <NoSignal search={state.search} flow={flow} balance={user.balance} interval={choice.request.interval} />;
    case 'refused':
      return <Refused search={state.search} user={user} flow={flow} />;
    case 'loading-failed':
      return <LoadingFailed error={state.error} />;
    case 'loading':
      return <PageLoader />;
    case 'automatic':
      return automatic.run && <AutomaticView run={automatic.run} automatic={automatic} signals={flow.signals} />;
    case 'access':
    case 'choosing':
      return (
        <AccessGate user={user} waiting={state.kind === 'access' && <PageLoader />} onVerified={flow.dismiss}>
          {state.kind === 'access' ? (
            <Refused search={state.search} user={user} flow={flow} />
          ) : (
            <Choosing
              choice={choice}
              market={state.market}
              user={user}
              recent={flow.signals}
              onGet={() => flow.find(choice.request)}
              onBest={() => flow.find(bestOfAll)}
              automatic={automatic}
            />
          )}
        </AccessGate>
      );
  }
}

/**
 * Prefetches the signal views and their phrases when a signal is near. A failed fetch is repeated
 * when the view is needed.
 */
export function fetchSignalViews(lang: Language): void {
  const phrases = loadPhrases(lang, ['ideas', 'chase']);
  void Promise.allSettled([Running.load(), Settled.load(), NoSignal.load(), phrases]);
}

/** States of the signal screen that most visits never see, lazy-loaded. */
const Running = lazyView(() => import('./running/running.tsx'), <PageLoader />);

const Settled = lazyView(() => import('./settled/settled.tsx'), <PageLoader />);

const NoSignal = lazyView(() => import('./searching/no-signal.tsx'), <PageLoader />);

const MarketResting = lazyView(() => import('./resting/market-resting.tsx'), <PageLoader />);

const AutomaticView = lazyView(() => import('./automatic/automatic-view.tsx'), <PageLoader />);

/** The states of the signal screen. */
export type FlowState =
  | { readonly kind: 'settled' | 'running'; readonly signal: Signal }
  | { readonly kind: 'searching'; readonly search: Extract<Search, { kind: 'searching' }> }
  | { readonly kind: 'resting'; readonly market: WorkingStats }
  | { readonly kind: 'no-signal'; readonly search: Extract<Search, { kind: 'no-signal' }> }
  | { readonly kind: 'refused'; readonly search: Extract<Search, { kind: 'refused' }> }
  /** An error that leads to a step the trader has to complete first, on a screen of its own. */
  | { readonly kind: 'access'; readonly search: Extract<Search, { kind: 'refused' }> }
  | { readonly kind: 'loading-failed'; readonly error: Error }
  | { readonly kind: 'loading' | 'automatic' }
  | { readonly kind: 'choosing'; readonly market: WorkingStats };

interface FlowFacts {
  readonly shown: Signal | null;
  readonly search: Search;
  readonly market: WorkingStats | undefined;
  readonly isLoading: boolean;
  readonly loadingError: Error | null;
  readonly isAutomatic: boolean;
}

/** Priority: a signal, then the search for one, then the choice. */
export function flowState({ shown, search, market, isLoading, loadingError, isAutomatic }: FlowFacts): FlowState {
  if (shown?.status === 'settled' && search.kind === 'none-yet') return { kind: 'settled', signal: shown };
  if (shown && shown.status !== 'settled') return { kind: 'running', signal: shown };
  if (search.kind === 'searching') return { kind: 'searching', search };
  if (market?.open === false) return { kind: 'resting', market };
  if (search.kind === 'no-signal') return { kind: 'no-signal', search };
  if (search.kind === 'refused') return { kind: search.isAboutAccess ? 'access' : 'refused', search };
  if (loadingError) return { kind: 'loading-failed', error: loadingError };
  if (isLoading || !market) return { kind: 'loading' };
  return isAutomatic ? { kind: 'automatic' } : { kind: 'choosing', market };
}

/** Next to an outcome, while the next signal follows automatically. */
const nextLine = ({ run, stop }: Automatic): ReactNode =>
  run?.state === 'waiting' && run.nextSignalAt !== null ? <NextLine at={run.nextSignalAt} stop={stop} /> : null;

function NextLine({ at, stop }: { readonly at: string; readonly stop: () => Promise<void> }) {
  const { t } = usePhrases();
  const now = useServerNow();
  const stopping = useToastAction(stop);
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 text-14 text-ink-3">
      <span>
        {t('automatic.bar.next')} <b className="text-ink-1 tabular-nums">{countdownText(Date.parse(at) - now)}</b>
      </span>
      <button type="button" className="tb" aria-busy={stopping.isBusy} onClick={() => void stopping.run()}>
        {t('automatic.bar.stop')}
      </button>
    </div>
  );
}

function LoadingFailed({ error }: { error: Error }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  return (
    <section className="card mx-auto max-w-[880px]">
      <LoadError title={t('common.error.title')} error={error} onRetry={() => void queries.invalidateQueries()} />
    </section>
  );
}
