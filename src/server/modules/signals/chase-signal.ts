import type { Signal } from '#contract/signals.ts';
import { isId } from '#contract/wire.ts';
import { chaseDuration, limits, maxChase } from '#domain/signals/limits.ts';
import type { MarketClock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { RequireSignalAccess } from '#server/modules/traders/traders.api.ts';
import type { IssueSignal } from './issue-signal.ts';
import { countChaseLinks, findSignalOfUser, isChased, type SignalRow } from './signals.repository.ts';

/**
 * The follow-up of a loss: same pair and model, two minutes, and a fresh forecast whose direction
 * may differ.
 */
export type ChaseSignal = (
  user: User,
  signalId: string,
  options: { readonly isPracticeAllowed: boolean },
) => Promise<Signal>;

interface ChaseSignalDependencies {
  readonly db: Database;
  readonly issueSignal: IssueSignal;
  readonly requireSignalAccess: RequireSignalAccess;
  readonly clock: MarketClock;
}

export const createChaseSignal = ({
  db,
  issueSignal,
  requireSignalAccess,
  clock,
}: ChaseSignalDependencies): ChaseSignal => {
  const isFreshLoss = ({ result, expiresAt }: SignalRow): boolean =>
    result === 'unsuccessful' && expiresAt !== null && clock.now() - expiresAt.getTime() < limits.chaseWindowMs;

  const mayBeChased = async (signal: SignalRow): Promise<boolean> =>
    isFreshLoss(signal) && !(await isChased(db, signal.id)) && (await countChaseLinks(db, signal)) < maxChase;

  return async (user, signalId, { isPracticeAllowed }) => {
    await requireSignalAccess(user);
    const lost = isId(signalId) ? await findSignalOfUser(db, signalId, user.id) : undefined;
    if (!lost || !(await mayBeChased(lost))) throw apiError('chase_not_allowed');
    const { symbol, id: chaseOf, aiModel: model } = lost;
    const { isVipOpen } = await requireSignalAccess(user, model);
    return issueSignal({
      user,
      model,
      durations: [chaseDuration],
      symbol,
      exclude: [],
      isPracticeAllowed,
      isVipOpen,
      chaseOf,
    });
  };
};
