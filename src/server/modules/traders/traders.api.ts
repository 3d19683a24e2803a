import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';

export interface SignalAccess {
  /** Whether the user also has access to the VIP model. */
  readonly isVipOpen: boolean;
}

export interface TradersApi {
  /** Throws when the user has none, as in `require-signal-access.ts`. */
  readonly requireSignalAccess: (user: User, model?: AiModelKey) => Promise<SignalAccess>;
  /** Whether the user has signal access without a request to the broker. */
  readonly mayReadPrices: (user: User) => boolean;
  /** Whether the known balance opens the VIP model too. */
  readonly mayUseVip: (user: User) => boolean;
}
