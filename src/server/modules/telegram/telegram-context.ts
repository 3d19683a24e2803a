import type { Telegram } from '#server/integrations/telegram/telegram.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';

export interface TelegramContext extends Platform {
  readonly accounts: AccountsApi;
  readonly signals: SignalsApi;
  /** Null: no bot is configured. */
  readonly telegram: Telegram | null;
}

export interface BotContext extends TelegramContext {
  readonly telegram: Telegram;
}
