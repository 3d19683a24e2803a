import type { SecretConfig } from '#server/crypto/seal-text.ts';
import { alertMailPaths } from '#contract/paths.ts';
import type { WallClock } from '#domain/time.ts';
import type { Language } from '#domain/language.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { createUnsubscribeTokens, unsubscribeAddress } from '#server/crypto/unsubscribe-token.ts';
import { removeMailChannel } from './alerts.repository.ts';

/** The address in mails of alerts and results that ends both. */
export type GetUnsubscribeAddress = (userId: string, lang: Language) => string;

interface AddressDependencies {
  readonly publicUrl: string;
  readonly secrets: SecretConfig;
}

export function createGetUnsubscribeAddress({ publicUrl, secrets }: AddressDependencies): GetUnsubscribeAddress {
  const tokens = createUnsubscribeTokens(secrets, 'alerts');
  return (userId, lang) =>
    unsubscribeAddress({ publicUrl, path: alertMailPaths.unsubscribe, token: tokens.sign(userId), lang });
}

interface EndDependencies {
  readonly db: Database;
  readonly clock: WallClock;
  readonly secrets: SecretConfig;
}

/** Turns mail off as a channel by the token of such a mail; the other channels stay on. */
export function createUnsubscribeFromAlerts({ db, clock, secrets }: EndDependencies): (token: string) => Promise<void> {
  const tokens = createUnsubscribeTokens(secrets, 'alerts');
  return async (token) => {
    const userId = tokens.read(token);
    if (userId === null) throw apiError('link_invalid');
    await removeMailChannel(db, userId, new Date(clock.now()));
  };
}
