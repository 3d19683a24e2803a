import { alertMailPaths } from '#contract/paths.ts';
import type { WallClock } from '#domain/clock.ts';
import type { Language } from '#domain/language.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { createUnsubscribeTokens, unsubscribeAddress } from '#server/crypto/unsubscribe-token.ts';
import { removeMailChannel } from './alerts.repository.ts';

/** The address in mails of alerts and results that ends both. */
export type GetUnsubscribeAddress = (userId: string, lang: Language) => string;

interface AddressDependencies {
  readonly publicUrl: string;
  readonly secret: string;
}

export function createGetUnsubscribeAddress({ publicUrl, secret }: AddressDependencies): GetUnsubscribeAddress {
  const tokens = createUnsubscribeTokens(secret, 'alerts');
  return (userId, lang) =>
    unsubscribeAddress({ publicUrl, path: alertMailPaths.unsubscribe, token: tokens.sign(userId), lang });
}

interface EndDependencies {
  readonly db: Database;
  readonly clock: WallClock;
  readonly secret: string;
}

/** Turns mail off as a channel by the token of such a mail; the other channels stay on. */
export function createUnsubscribeFromAlerts({ db, clock, secret }: EndDependencies): (token: string) => Promise<void> {
  const tokens = createUnsubscribeTokens(secret, 'alerts');
  return async (token) => {
    const userId = tokens.read(token);
    if (userId === null) throw apiError('link_invalid');
    await removeMailChannel(db, userId, new Date(clock.now()));
  };
}
