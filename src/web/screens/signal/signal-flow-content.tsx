import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { WorkingStats } from '#contract/prices.ts';
import type { Signal } from '#contract/signals.ts';
import type { SiteNotice } from '#contract/site.ts';
import type { Language } from '#domain/language.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { usePreservedFocus } from '#web/ui/focus.ts';
import { paths } from '#web/paths.ts';
import { brokerAnswer } from '#web/session/broker-answer.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { getNext } from '#web/session/next-step.ts';
import { Idle } from './card/idle.tsx';
import { useTradingChoice } from './card/trading-choice.ts';
import { countdownText, useServerNow } from './countdown.ts';
import { type Search, toChase, toRepeat } from './signal-request.ts';
import type { AutoRunFlow } from './use-auto-run.ts';
import type { SignalFlow } from './use-signal-flow.ts';
import { type Access, useAccess } from './access/use-access.ts';
import { WalletMinimal, Wrench } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

interface SignalFlowContentProps {
  readonly user: User;
  readonly flow: SignalFlow;
}

export function SignalFlowContent({ user, flow }: SignalFlowContentProps): ReactNode {
  const { lang } = usePhrases();
  const choice = useTradingChoice();
  const market = useWorkingStats();
  const { shown, autoRun } = flow;
  const state = flowState({ ...flow, market });
  const isNear = flow.search.kind === 'searching' || shown !== null || autoRun.isRunning;
  useEffect(() => {
    if (isNear) fetchSignalViews(lang);
  }, [isNear, lang]);
  usePreservedFocus(`${shown?.status} ${autoRun.isRunning}`);
  switch (state.kind) {
    case 'settled':
      return (
        <Settled
          key={state.signal.id}
          signal={state.signal}
          signals={flow.signals}
          balance={user.balance}
          next={nextLine(autoRun)}
          onAnother={() => flow.find(toRepeat(state.signal, flow.signals))}
          onChase={() => flow.find(toChase(state.signal))}
          onDismiss={flow.dismiss}
        />
      );
    case 'running':
      return <Running key={state.signal.id} signal={state.signal} balance={user.balance} flow={flow} />;
    case 'maintenance':
      return <Maintenance text={state.notice.text[lang]} />;
    case 'resting':
      return <MarketResting market={state.market} />;
    case 'loading-failed':
      return <LoadingFailed error={state.error} />;
    case 'loading':
      return <PageLoader />;
    case 'card':
      return (
        <AccessGate user={user} waiting={state.isAboutAccess && <PageLoader />} onVerified={flow.dismiss}>
          <Idle choice={choice} market={state.market} user={user} flow={flow} />
        </AccessGate>
      );
  }
}

/** Prefetched when a signal is near; a failed fetch is repeated when the view is needed. */
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
  | { readonly kind: 'maintenance'; readonly notice: SiteNotice }
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

/** Priority: a signal, then what keeps everybody from one, then the card. */
export function flowState({ shown, search, market, isLoading, loadingError }: FlowFacts): FlowState {
  if (shown && shown.status !== 'settled') return { kind: 'running', signal: shown };
  if (shown) return { kind: 'settled', signal: shown };
  if (market?.notice?.kind === 'maintenance') return { kind: 'maintenance', notice: market.notice };
  if (market?.open === false) return { kind: 'resting', market };
  if (loadingError) return { kind: 'loading-failed', error: loadingError };
  if (isLoading || !market) return { kind: 'loading' };
  return { kind: 'card', market, isAboutAccess: search.kind === 'refused' && search.isAboutAccess };
}

/** Next to an outcome, while the next signal follows automatically. */
const nextLine = ({ run, stop }: AutoRunFlow): ReactNode =>
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

const Maintenance = ({ text }: { readonly text: string }) => (
  <section className="card mx-auto max-w-[880px]">
    <div className="state">
      <div className="medal equal">
        <Wrench className="ic" />
      </div>
      <h2>{text}</h2>
    </div>
  </section>
);

function LoadingFailed({ error }: { error: Error }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  return (
    <section className="card mx-auto max-w-[880px]">
      <LoadError title={t('common.error.title')} error={error} onRetry={() => void queries.invalidateQueries()} />
    </section>
  );
}

const BrokerAway = lazyView(() => import('./access/broker-away.tsx'), <PageLoader />);
const LowBalance = lazyView(() => import('./access/low-balance.tsx'), <PageLoader />);
const SelfExcluded = lazyView(() => import('./access/self-excluded.tsx'), <PageLoader />);

interface AccessGateProps {
  readonly user: User;
  /** Shown instead of the children until the server has returned the first required step. */
  readonly waiting: ReactNode;
  /** Called when the user leaves the message about the balance verified here. */
  readonly onVerified: () => void;
  readonly children: ReactNode;
}

/** Steps required before choosing a signal. The server enforces them independently. */
function AccessGate({ user, waiting, onVerified, children }: AccessGateProps) {
  const access = useAccess(user);
  useStepElsewhere(access);
  useFirstCheck(access);
  const [verified, setIsVerified] = useVerified(access);
  const { step, known } = access;
  usePreservedFocus(`${step} ${verified}`);
  if (verified && user.balance !== null) {
    const openSignals = (): void => {
      setIsVerified(false);
      onVerified();
    };
    return <BalanceVerified balance={user.balance} isVip={known?.isVip === true} onGo={openSignals} />;
  }
  if (access.isLoading && waiting) return waiting;
  if (!known || step === 'trade' || step === null) return children;
  if (step === 'self_excluded') return <SelfExcluded learnedAt={user.balanceCheckedAt} />;
  if (step !== 'check_balance' && step !== 'top_up') return null;
  const Balance = brokerAnswer(known) === 'silent' ? BrokerAway : LowBalance;
  return <Balance user={user} access={access} known={known} />;
}

/** Redirects to steps that have their own page. */
function useStepElsewhere({ step }: Access): void {
  const { lang } = usePhrases();
  const here = createPath(useLocation());
  const navigate = useNavigate();
  useEffect(() => {
    if (step === 'activate') void navigate(paths.confirmEmail(lang, getNext(here, lang)), { replace: true });
    if (step === 'enter_id') void navigate(paths.enterId(lang, getNext(here, lang)), { replace: true });
  }, [step, lang, here, navigate]);
}

/** Refreshes a balance automatically when it is unknown or older than a day. */
function useFirstCheck({ step, known, check }: Access): void {
  const isDue = step === 'check_balance' && (known?.check?.nextAt ?? null) === null;
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDue || isDone.current) return;
    isDone.current = true;
    check();
  }, [isDue, check]);
}

/** The balance became sufficient while this page was open: shown once, until the user continues. */
function useVerified({ step, known }: Access): [boolean, (is: boolean) => void] {
  const { t, f } = usePhrases();
  const [wasShut, setWasShut] = useState(false);
  const [isVerified, setIsVerified] = useState(false);
  const isShut = step === 'top_up' || step === 'check_balance';
  if (isShut && !wasShut) setWasShut(true);
  if (wasShut && step === 'trade') {
    setWasShut(false);
    setIsVerified(true);
  }
  const balance = known?.user.balance ?? null;
  useEffect(() => {
    if (isVerified && balance !== null) announce(t('signal.access.verified.title', { balance: f.usd(balance) }));
  }, [isVerified, balance, t, f]);
  return [isVerified, setIsVerified];
}

interface BalanceVerifiedProps {
  readonly balance: number;
  readonly isVip: boolean;
  readonly onGo: () => void;
}

function BalanceVerified({ balance, isVip, onGo }: BalanceVerifiedProps) {
  const { t, f } = usePhrases();
  return (
    <section className="card mx-auto max-w-[880px]">
      <div className="state">
        <div className="medal win">
          <WalletMinimal className="ic" />
        </div>
        <h2>{t('signal.access.verified.title', { balance: f.usd(balance) })}</h2>
        <p>{t(isVip ? 'signal.access.verified.textVip' : 'signal.access.verified.text')}</p>
        <div className="acts">
          <Button look="p" onClick={onGo} text={t('common.notFound.signal')} />
        </div>
      </div>
    </section>
  );
}
