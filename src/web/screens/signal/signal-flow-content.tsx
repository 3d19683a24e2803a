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
import { Idle } from './card/idle.tsx';
import { useTradingChoice } from './card/trading-choice.ts';
import { countdownText, useServerNow } from './countdown.ts';
import { type Search, toChase, toRepeat } from './signal-request.ts';
import type { SignalFlow } from './use-signal-flow.ts';

interface SignalFlowContentProps {
  readonly user: User;
  readonly flow: SignalFlow;
  readonly automatic: Automatic;
}

export function SignalFlowContent({ user, flow, automatic }: SignalFlowContentProps): ReactNode {
  const { lang } = usePhrases();
  const choice = useTradingChoice();
  const market = useWorkingStats();
  const { shown } = flow;
  const state = flowState({ ...flow, market });
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
    case 'resting':
      return <MarketResting market={state.market} />;
    case 'loading-failed':
      return <LoadingFailed error={state.error} />;
    case 'loading':
      return <PageLoader />;
    case 'card':
      return (
        <AccessGate user={user} waiting={state.isAboutAccess && <PageLoader />} onVerified={flow.dismiss}>
          <Idle choice={choice} market={state.market} user={user} flow={flow} automatic={automatic} />
        </AccessGate>
      );
  }
}

/**
 * Prefetches the signal views and their phrases when a signal is near. A failed fetch is repeated
 * when the view is needed.
 */
export function fetchSignalViews(lang: Language): void {
  const phrases = loadPhrases(lang, ['flow']);
  void Promise.allSettled([Running.load(), Settled.load(), phrases]);
}

/** States of the signal screen that most visits never see, lazy-loaded. */
const Running = lazyView(() => import('./running/running.tsx'), <PageLoader />);

const Settled = lazyView(() => import('./settled/settled.tsx'), <PageLoader />);

const MarketResting = lazyView(() => import('./resting/market-resting.tsx'), <PageLoader />);

/** The states of the signal screen. */
export type FlowState =
  | { readonly kind: 'settled' | 'running'; readonly signal: Signal }
  | { readonly kind: 'resting'; readonly market: WorkingStats }
  | { readonly kind: 'loading-failed'; readonly error: Error }
  | { readonly kind: 'loading' }
  /** `isAboutAccess`: an error leads to a step the trader has to complete first, on a screen of its own. */
  | { readonly kind: 'card'; readonly market: WorkingStats; readonly isAboutAccess: boolean };

interface FlowFacts {
  readonly shown: Signal | null;
  readonly search: Search;
  readonly market: WorkingStats | undefined;
  readonly isLoading: boolean;
  readonly loadingError: Error | null;
}

/** Priority: a signal, then the market's hours, then the card. */
export function flowState({ shown, search, market, isLoading, loadingError }: FlowFacts): FlowState {
  if (shown && shown.status !== 'settled') return { kind: 'running', signal: shown };
  if (shown) return { kind: 'settled', signal: shown };
  if (market?.open === false) return { kind: 'resting', market };
  if (loadingError) return { kind: 'loading-failed', error: loadingError };
  if (isLoading || !market) return { kind: 'loading' };
  return { kind: 'card', market, isAboutAccess: search.kind === 'refused' && search.isAboutAccess };
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
        {t('signal.card.nextSignal')} <b className="text-ink-1 tabular-nums">{countdownText(Date.parse(at) - now)}</b>
      </span>
      <button type="button" className="tb" aria-busy={stopping.isBusy} onClick={() => void stopping.run()}>
        {t('signal.card.stop')}
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
