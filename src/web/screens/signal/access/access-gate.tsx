import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { brokerAnswer } from '#web/api/calls/trader-calls.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { usePreservedFocus } from '#web/ui/focus.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { getNext } from '#web/session/next-step.ts';
import { type Access, useAccess } from './use-access.ts';

const BalanceVerified = lazyView(() => import('./balance-verified.tsx'), <PageLoader />);
const BrokerAway = lazyView(() => import('./broker-away.tsx'), <PageLoader />);
const LowBalance = lazyView(() => import('./low-balance.tsx'), <PageLoader />);
const SelfExcluded = lazyView(() => import('./self-excluded.tsx'), <PageLoader />);

interface AccessGateProps {
  readonly user: User;
  /** Shown instead of the children until the server has returned the first required step. */
  readonly waiting: ReactNode;
  /** Called when the user leaves the message about the balance verified here. */
  readonly onVerified: () => void;
  readonly children: ReactNode;
}

/** Steps required before choosing a signal. The server enforces them independently. */
export function AccessGate({ user, waiting, onVerified, children }: AccessGateProps) {
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
