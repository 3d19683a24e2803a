import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';

/**
 * Throws the first applicable of `signalAccessErrors` in the order of the contract, or for a VIP
 * model `vip_balance_required`; a balance older than a day is refreshed from the broker first.
 */
export type RequireSignalAccess = (user: User, model?: AiModelKey) => Promise<SignalAccess>;

interface SignalAccess {
  /** Whether the user also has access to the VIP model. */
  readonly isVipOpen: boolean;
}

/**
 * Whether the user has signal access without a request to the broker; a stale balance gives none
 * until it is checked.
 */
export type MayReadPrices = (user: User) => boolean;

/** Whether the known balance opens the VIP model too. */
export type MayUseVip = (user: User) => boolean;

export interface TradersApi {
  readonly requireSignalAccess: RequireSignalAccess;
  readonly mayReadPrices: MayReadPrices;
  readonly mayUseVip: MayUseVip;
}
