import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';

export interface SignalAccess {
  /** Whether the user also has access to the VIP model. */
  readonly isVipOpen: boolean;
}

/** Throws when the user has none, as in `require-signal-access.ts`. */
type RequireSignalAccess = (user: User, model?: AiModelKey) => Promise<SignalAccess>;

export interface TradersApi {
  readonly requireSignalAccess: RequireSignalAccess;
  /** Whether the user has signal access without a request to the broker. */
  readonly mayReadPrices: (user: User) => boolean;
  /** Whether the known balance opens the VIP model too. */
  readonly mayUseVip: (user: User) => boolean;
}
