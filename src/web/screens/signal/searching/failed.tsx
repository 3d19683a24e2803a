import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { User } from '#contract/accounts.ts';
import { isObject } from '#domain/objects.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { useErrorMessage } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Search, SignalRequest } from '../signal-request.ts';
import { useServerNow } from '../countdown.ts';
import type { SignalFlow } from '../use-signal-flow.ts';

const VipBalance = lazyView(() => import('./vip-balance.tsx'));

interface RefusedProps {
  readonly search: Extract<Search, { kind: 'refused' }>;
  readonly user: User;
  readonly flow: SignalFlow;
}

/**
 * Error response of the server, or none: the two balance errors have a screen, the others show their
 * message, also when nothing more can be loaded.
 */
export function Refused({ search, user, flow }: RefusedProps) {
  const { apiError, request } = search;
  const { t } = usePhrases();
  const details = balancesIn(apiError.details);
  const balance = details.balance ?? user.balance;
  if (apiError.code === 'vip_balance_required') {
    return (
      <VipBalance balance={balance} needed={details.minBalance ?? 1000} onOther={flow.dismiss}>
        <AgainButton className="btn-s" request={request} flow={flow}>
          <RefreshCw className="ic" />
          {t('signal.balanceLow.check')}
        </AgainButton>
      </VipBalance>
    );
  }
  const readyInMs = apiError.code === 'warming_up' ? getReadyInMs(apiError.details) : null;
  if (readyInMs !== null && request.kind !== 'chase')
    return <WarmingUp readyAt={search.at + readyInMs} request={request} flow={flow} />;
  return <PlainError search={search} flow={flow} />;
}

/** `details` of warming_up. */
function getReadyInMs(details: unknown): number | null {
  const seconds = isObject(details) ? details['readyInSeconds'] : null;
  return typeof seconds === 'number' ? seconds * secondMs : null;
}

interface WarmingUpProps {
  /** Server time, milliseconds. */
  readonly readyAt: number;
  readonly request: SignalRequest;
  readonly flow: SignalFlow;
}

/** The models read their bars: the search goes on by itself when they may have them. */
function WarmingUp({ readyAt, request, flow }: WarmingUpProps) {
  const { t, f } = usePhrases();
  const seconds = Math.ceil((readyAt - useServerNow()) / secondMs);
  const isReady = seconds <= 0;
  const findAgain = useEffectEvent(() => flow.find(request));
  useEffect(() => {
    if (isReady) findAgain();
  }, [isReady]);
  return (
    <section className="card mx-auto max-w-[880px]" aria-busy="true">
      <div className="state">
        <h2>{t('signal.refused.warmingUp.title')}</h2>
        <p>{t('signal.refused.warmingUp.text')}</p>
        <p className="tabular-nums">{t('signal.refused.warmingUp.left', { n: f.count(Math.max(1, seconds)) })}</p>
        <div className="acts">
          <Button look="s" onClick={flow.dismiss} text={t('signal.refused.back')} />
        </div>
      </div>
    </section>
  );
}

/** `details` of the two balance errors. */
function balancesIn(details: unknown): { readonly balance: number | null; readonly minBalance: number | null } {
  if (!isObject(details)) return { balance: null, minBalance: null };
  const { balance, minBalance } = details;
  return {
    balance: typeof balance === 'number' ? balance : null,
    minBalance: typeof minBalance === 'number' ? minBalance : null,
  };
}

function PlainError({ search, flow }: Omit<RefusedProps, 'user'>) {
  const { t, f } = usePhrases();
  const errorMessage = useErrorMessage();
  const { apiError, request } = search;
  const availableAt = apiError.code === 'signal_active' ? availableAtIn(apiError.details) : null;
  const isPossible = useServerNow() >= (availableAt ?? 0) && !isFinal(apiError.code);
  return (
    <section className="card mx-auto max-w-[880px]">
      <div className="state">
        <h2>{t('signal.refused.title')}</h2>
        <p>
          {availableAt === null
            ? errorMessage(apiError)
            : t('signal.refused.resetLimit', { time: f.clock(roundedUp(availableAt)) })}
        </p>
        <div className="acts">
          {isPossible && (
            <AgainButton className="btn-p" request={request} flow={flow}>
              {t('common.tryAgain')}
            </AgainButton>
          )}
          <Button look="s" onClick={flow.dismiss} text={t('signal.refused.back')} />
        </div>
        {apiError.requestId && (
          <p className="text-13 text-ink-3">{t('common.error.requestId', { id: apiError.requestId })}</p>
        )}
      </div>
    </section>
  );
}

/** `details` of signal_active after too many resets: when the next signal is available. */
function availableAtIn(details: unknown): number | null {
  const at = isObject(details) ? details['availableAt'] : null;
  return typeof at === 'string' ? Date.parse(at) : null;
}

/** A retry today would give the same response. */
const isFinal = (code: string): boolean => code === 'chase_not_allowed' || code === 'stopped_for_today';

/** To the minute as it is shown, so that the time is never stated too early. */
const roundedUp = (at: number): number => Math.ceil(at / minuteMs) * minuteMs;

interface AgainButtonProps {
  readonly className: string;
  readonly request: SignalRequest;
  readonly flow: SignalFlow;
  readonly children: ReactNode;
}

/**
 * Repeats the request. Consent to a chase is valid once, so a chase returns to its result, where
 * the user can consent again.
 */
function AgainButton({ className, request, flow, children }: AgainButtonProps) {
  const { t } = usePhrases();
  const isChase = request.kind === 'chase';
  return (
    <button type="button" className={`btn ${className}`} onClick={() => (isChase ? flow.cancel() : flow.find(request))}>
      {isChase ? t('signal.toResult') : children}
    </button>
  );
}
