import { isBalanceEnough } from '#domain/accounts/access.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { ApiError } from '#server/http/api-error.ts';
import { BrokerUnavailable, type TraderAccount } from '#server/integrations/broker/broker.ts';
import type { ConfirmTrader } from './confirm-trader.ts';
import { notifyClaimant } from './release-trader.ts';
import { type CheckRow, updateCheck } from '../traders.repository.ts';
import type { TraderParts } from '../trader-parts.ts';

/**
 * One step of a running check: queries the broker, then ends or postpones the check. `byItself`: a
 * background step, so the user gets a mail if it ends a claim.
 */
export type ContinueCheck = (check: CheckRow, step?: { byItself: boolean }) => Promise<void>;

export function createContinueCheck(needs: TraderParts, confirmTrader: ConfirmTrader): ContinueCheck {
  const { db, checks, queueMail, rules, clock } = needs;

  const findAtBroker = async (traderId: string): Promise<TraderAccount | null | { retryAfterMs: number }> => {
    try {
      return await needs.broker.findTrader(traderId, { fresh: true });
    } catch (error) {
      if (error instanceof BrokerUnavailable) return { retryAfterMs: error.retryAfterS * 1000 };
      throw error;
    }
  };
  const ended = (check: CheckRow, state: CheckRow['state']) => ({
    state,
    answeredAt: new Date(clock.now()),
    attempts: check.attempts + 1,
    nextAt: null,
  });
  const end = async (check: CheckRow, state: CheckRow['state']): Promise<void> => {
    await updateCheck(db, check, ended(check, state));
  };
  const endUnknown = (check: CheckRow, byItself: boolean): Promise<void> =>
    inTransaction(db, async ({ tx }) => {
      const isOurs = await updateCheck(tx, check, ended(check, 'not_found'));
      if (isOurs && byItself && check.kind === 'claim') await notifyClaimant(queueMail, tx, check, 'id_not_found');
    });
  const postpone = (
    check: CheckRow,
    { answeredAt, atLeastMs = 0 }: { answeredAt: Date | null; atLeastMs?: number },
  ) => {
    const isLow = answeredAt !== null || check.state === 'below_minimum';
    const state = isLow ? ('below_minimum' as const) : ('checking' as const);
    return inTransaction(db, ({ tx }) => checks.postpone(tx, check, { state, answeredAt, atLeastMs }));
  };

  const finishClaim = async (check: CheckRow, account: TraderAccount, byItself: boolean): Promise<void> => {
    const notify = byItself ? (tx: Transaction) => notifyClaimant(queueMail, tx, check, 'id_confirmed') : undefined;
    try {
      await confirmTrader(check.userId, account, notify);
      await end(check, 'confirmed');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await end(check, error.code === 'trader_taken' ? 'taken' : 'given_up');
    }
  };
  const judgeBalance = async (check: CheckRow, account: TraderAccount): Promise<void> => {
    await needs.saveAnswer(check.userId, account);
    if (account.balance === null) return postpone(check, { answeredAt: null });
    if (isBalanceEnough(account.balance, rules)) return end(check, 'verified');
    return postpone(check, { answeredAt: new Date(account.answeredAt) });
  };

  return async (check, { byItself } = { byItself: false }) => {
    const answer = await findAtBroker(check.traderId);
    if (answer === null) return endUnknown(check, byItself);
    if ('retryAfterMs' in answer) return postpone(check, { answeredAt: null, atLeastMs: answer.retryAfterMs });
    return check.kind === 'claim' ? finishClaim(check, answer, byItself) : judgeBalance(check, answer);
  };
}
