import { createCheckUserBalance } from './check/check-user-balance.ts';
import { createClaimTrader, createRecordRegistration } from './check/claim-trader.ts';
import { createConfirmTrader } from './check/confirm-trader.ts';
import { createContinueCheck, type ContinueCheck } from './check/continue-check.ts';
import { createReleaseTrader } from './check/release-trader.ts';
import { createRefreshFigures } from './refresh-figures.ts';
import { createMayReadPrices, createMayUseVip, createRequireSignalAccess } from './require-signal-access.ts';
import { createTraderParts, type TradersDependencies, type TraderParts } from './trader-parts.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError, ApiError } from '#server/http/api-error.ts';
import type { User, AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { findRunningCheck, type CheckRow, findNewestCheck, findUser, isTraderTaken } from './traders.repository.ts';
import type { TraderCheck, TraderInfo } from '#contract/traders.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { isBalanceEnough, isVipBalance } from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import { getTrader } from './check/get-trader.ts';

export type TradersUseCases = ReturnType<typeof createTraders>;

/** The use cases of the routes, of other modules and of the background checks. */
export function createTraders(dependencies: TradersDependencies) {
  const { accounts, brokerSide } = dependencies;
  const { brokerLinks, hasPlayMoney, postbackKey } = brokerSide;
  const parts = createTraderParts(dependencies);
  const confirmTrader = createConfirmTrader(parts, { hasPlayMoney });
  const continueCheck = createContinueCheck(parts, confirmTrader);
  return {
    own: {
      accounts,
      brokerLinks,
      linkStates: parts.linkStates,
      readTraderInfo: createReadTraderInfo(parts),
      claimTrader: createClaimTrader(parts, confirmTrader),
      checkTrader: createCheckTrader(parts, continueCheck),
      readTraderCheck: createReadTraderCheck(parts, accounts.toUserDto),
      /** By the broker, with the state that the link of a user carried. */
      recordRegistration: createRecordRegistration(parts, postbackKey),
    },
    administration: {
      accounts,
      releaseTrader: createReleaseTrader(parts),
      checkUserBalance: createCheckUserBalance(parts, accounts.findUser),
    },
    continueCheck,
    refreshFigures: createRefreshFigures(parts),
    api: {
      requireSignalAccess: createRequireSignalAccess(parts),
      mayReadPrices: createMayReadPrices(parts),
      mayUseVip: createMayUseVip(parts),
    },
  };
}

/**
 * A check requested by the user: runs immediately, and restarts the retry schedule if it does not
 * succeed.
 */
const createCheckTrader =
  ({ db, checks, countCheck }: TraderParts, continueCheck: ContinueCheck) =>
  async (user: User): Promise<void> => {
    if (!user.isActivated) throw apiError('email_not_activated');
    const running = await findRunningCheck(db, user.id);
    const traderId = user.referralId ?? running?.traderId;
    if (traderId === undefined) throw apiError('referral_required');
    await countCheck(user.id);
    const kind = user.referralId === null ? 'claim' : 'balance';
    const check = await inTransaction(db, ({ tx }) => checks.begin(tx, { userId: user.id, kind, traderId }));
    await continueCheck(check);
  };

const createReadTraderCheck =
  ({ db, rules, clock }: TraderParts, toUserDto: AccountsApi['toUserDto']) =>
  async (userId: string): Promise<TraderCheck> => {
    const check = await findNewestCheck(db, userId);
    // Read after the check, so that the user row contains the effects of a check that has ended.
    const user = await findUser(db, userId);
    if (!user) throw apiError('unauthenticated');
    const { balance, isSelfExcluded } = user;
    const isKnown = user.referralId !== null && balance !== null;
    return {
      check: check ? toCheckDto(check) : null,
      user: toUserDto(user),
      isBalanceValid: isKnown ? isBalanceEnough(balance, rules) : null,
      isVip: isKnown ? isVipBalance(balance, rules, clock.now()) : null,
      isSelfExcluded,
      minBalance: rules.minBalance,
      vipBalance: rules.vipBalance,
    };
  };

const toCheckDto = ({ kind, traderId, state, startedAt, answeredAt, attempts, nextAt }: CheckRow) => ({
  kind,
  traderId,
  state,
  startedAt: toInstant(startedAt.getTime()),
  answeredAt: toInstantOrNull(answeredAt),
  attempts,
  nextAt: toInstantOrNull(nextAt),
});

function createReadTraderInfo(needs: TraderParts) {
  const { broker, rules } = needs;
  const { minBalance, vipBalance } = rules;

  const ownInfo = (user: User): TraderInfo => ({
    id: user.referralId ?? '',
    found: true,
    confirmed: true,
    balance: shownBalance(user),
    currency: 'USD',
    isBalanceValid: isBalanceEnough(user.balance, rules),
    isVip: isVipBalance(user.balance, rules, needs.clock.now()),
    minBalance,
    vipBalance,
    checkedAt: toInstantOrNull(user.balanceCheckedAt),
  });

  /**
   * Without an explicit refresh, an unavailable broker yields the last known balance with its age.
   */
  const readOwn = async (user: User, traderId: string, refresh: boolean): Promise<TraderInfo> => {
    if (refresh) await needs.countCheck(user.id);
    try {
      const account = await getTrader(broker, traderId, { fresh: refresh });
      return ownInfo((await needs.saveAnswer(user.id, account)) ?? user);
    } catch (error) {
      const isUnavailable = error instanceof ApiError && error.code === 'broker_unavailable';
      if (refresh || !isUnavailable || user.balance === null) throw error;
      return ownInfo(user);
    }
  };

  /** Another user's trader is reported as non-existent, after the same query to the broker. */
  const readOther = async (user: User, traderId: string, refresh: boolean): Promise<TraderInfo> => {
    await needs.countCheck(user.id);
    await getTrader(broker, traderId, { fresh: refresh });
    if (await isTraderTaken(needs.db, traderId)) throw apiError('trader_not_found');
    const unknownFigures = { balance: null, currency: null, isBalanceValid: null, isVip: null, checkedAt: null };
    return { id: traderId, found: true, confirmed: false, ...unknownFigures, minBalance, vipBalance };
  };

  return async (user: User, traderId: string, { refresh }: { readonly refresh: boolean }): Promise<TraderInfo> => {
    if (!user.isActivated) throw apiError('email_not_activated');
    return traderId === user.referralId ? readOwn(user, traderId, refresh) : readOther(user, traderId, refresh);
  };
}
