import type { Config } from '#server/config.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createAccountsApi } from '#server/modules/accounts/create-accounts-api.ts';
import { createWhoCalls } from '#server/modules/accounts/sessions/signed-in.ts';
import { createSessions } from '#server/modules/accounts/sessions/sessions.ts';
import { createTokens } from '#server/modules/accounts/sessions/tokens.ts';
import type { Platform } from '#server/start/platform.ts';

/** The product's accounts and login sessions, whose clock stands still, because tests span days. */
export function testAccounts({ db, clock: { now } }: Platform, config: Config) {
  const at = now();
  const clock = { now: () => at };
  const tokens = createTokens({ secret: config.secret, clock });
  const queueMail = async () => undefined;
  const sessions = createSessions({ db, tokens, clock, queueMail, bus: createInProcessBus() });
  return { sessions, accounts: createAccountsApi({ db, sessions, whoCalls: createWhoCalls(sessions), config }) };
}
