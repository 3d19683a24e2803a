import { createCheckUserBalance } from './check/check-user-balance.ts';
import { createCheckTrader } from './check/check-trader.ts';
import { createClaimTrader } from './check/claim-trader.ts';
import { createConfirmTrader } from './check/confirm-trader.ts';
import { createContinueCheck } from './check/continue-check.ts';
import { createReadTraderCheck } from './check/read-trader-check.ts';
import { createRecordRegistration } from './check/record-registration.ts';
import { createReleaseTrader } from './check/release-trader.ts';
import { createReadTraderInfo } from './read-trader-info.ts';
import { createRefreshFigures } from './refresh-figures.ts';
import { createMayReadPrices, createMayUseVip, createRequireSignalAccess } from './require-signal-access.ts';
import { createTraderParts, type TradersDependencies } from './trader-parts.ts';

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
