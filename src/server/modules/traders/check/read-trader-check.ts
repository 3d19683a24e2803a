import type { TraderCheck } from '#contract/traders.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { isBalanceEnough, isVipBalance } from '#domain/accounts/access.ts';
import { apiError } from '#server/http/api-error.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { type CheckRow, findNewestCheck, findUser } from '../traders.repository.ts';
import type { TraderParts } from '../trader-parts.ts';

export const createReadTraderCheck =
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
