import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import type { TraderCheck } from '#contract/traders.ts';
import { type NextStep, nextStep } from '#domain/accounts/access.ts';
import { isApiError } from '#web/api/api-error.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { useEvent } from '#web/api/event-hub.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { updateUser } from '#web/session/session-store.ts';
import { writeStored } from '#web/storage/stored.ts';

export interface Access {
  /** Null: the server has not responded yet; it enforces access independently. */
  readonly step: NextStep | null;
  readonly known: TraderCheck | null;
  /** No response and no error yet. */
  readonly isLoading: boolean;
  readonly isBusy: boolean;
  /** Error of the last action; null: none. */
  readonly failure: string | null;
  /** Whether the broker has answered a query from this page. */
  readonly hasChecked: boolean;
  check(): void;
}

const traderCheck = callQuery('GET /api/trader/check');
export const traderCheckKey = traderCheck.queryKey;
/** Shortly after the server's own next check, so that its result is available. */
const afterCheckMs = 1_500;
const minMs = 2_000;

/** From the same table that the server uses; browser storage has no influence. */
export function useAccess(user: User): Access {
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [hasChecked, setHasChecked] = useState(false);
  const { data: known, isPending } = useQuery({
    ...traderCheck,
    staleTime: 0,
    // User data cached by another page may be outdated on this one.
    gcTime: 0,
    refetchInterval: ({ state }) => getPollInterval(state.data),
  });
  useKnownUser(known);
  useEvent('balance', () => void queries.invalidateQueries({ queryKey: traderCheckKey }));

  const check = useAction(
    async () => {
      const answer = await call('POST /api/trader/check');
      // The balance event may have started a request that is older than this answer.
      await queries.cancelQueries({ queryKey: traderCheckKey });
      queries.setQueryData(traderCheckKey, answer);
      setHasChecked(true);
    },
    () => queries.invalidateQueries({ queryKey: traderCheckKey }),
  );
  // An unavailable broker has its own screen; all other errors are shown next to the button.
  const isShown = check.error !== null && !isApiError(check.error, 'broker_unavailable');
  return {
    step: known ? getStep(user, known) : null,
    known: known ?? null,
    isLoading: isPending,
    isBusy: check.isBusy,
    failure: isShown ? errorText(check.error) : null,
    hasChecked,
    check: () => void check.run(),
  };
}

function getPollInterval(known: TraderCheck | undefined): number | false {
  const nextAt = known?.check?.nextAt;
  if (!nextAt) return false;
  return Math.max(minMs, Date.parse(nextAt) - serverClock.now() + afterCheckMs);
}

/** Updates the user everywhere from the server's response; the tutorial reads the saved balance. */
function useKnownUser(known: TraderCheck | undefined): void {
  useEffect(() => {
    if (!known) return;
    const { user } = known;
    updateUser(user);
    writeStored('traderBalance', user.balance);
    writeStored('balanceCheckDate', user.balanceCheckedAt);
  }, [known]);
}

function getStep(user: User, known: TraderCheck): NextStep {
  const { isSelfExcluded, minBalance, vipBalance, balanceHoldsMs } = known;
  const person = {
    isActivated: user.isActivated,
    referralId: user.referralId,
    balance: user.isBalanceHidden ? coarseBalance(known) : user.balance,
    balanceCheckedAt: user.balanceCheckedAt === null ? null : Date.parse(user.balanceCheckedAt),
    isSelfExcluded,
  };
  return nextStep(person, { minBalance, vipBalance, vipFreeUntil: null, balanceHoldsMs }, serverClock.now());
}

/** Stands for a hidden amount: only whether it is enough matters. */
const coarseBalance = ({ isBalanceValid, minBalance }: TraderCheck): number => (isBalanceValid ? minBalance : 0);
