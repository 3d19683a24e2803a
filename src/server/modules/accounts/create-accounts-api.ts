import { toInstantOrNull } from '#contract/wire.ts';
import { isBalanceEnough } from '#domain/accounts/access.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { createGuard, type Guard } from '#server/http/errors/route-errors.ts';
import { rejectForeignOrigin } from '#server/http/guards/foreign-origin.ts';
import { type AccountsApi, getUser, toUser, type ToUserDto, type User, type WhoCalls } from './accounts.api.ts';
import { findUser, listOpenAmong, listUsers } from './accounts.repository.ts';
import { countUsers } from './administration/count-users.ts';
import { findDevice } from './sessions/find-device.ts';
import { isWaiting, type Sessions } from './sessions/sessions.ts';
import {
  createRecentlyConfirmed,
  createSignedIn,
  createSignedInOrWaiting,
  createWhoActs,
  provenPassword,
} from './sessions/signed-in.ts';

/** The addresses are in lower case. In the demo administrators need no second factor. */
export type AccountsApiConfig = Pick<Config, 'adminEmails' | 'internalEmails' | 'demo' | 'publicUrl'> & {
  readonly access: Pick<Config['access'], 'minBalance'>;
};

interface AccountsApiDependencies {
  readonly db: Database;
  readonly config: AccountsApiConfig;
  readonly sessions: Sessions;
  readonly whoCalls: WhoCalls;
}

export function createAccountsApi(needs: AccountsApiDependencies): AccountsApi {
  const { db, config, sessions, whoCalls } = needs;
  const { adminEmails, internalEmails } = config;
  const { minBalance } = config.access;
  const toUserDto = createToUserDto({ adminEmails, minBalance });
  const isAdmin = (user: User): boolean => toUserDto(user).roles.includes('admin');
  const getSecondFactor: AccountsApi['getSecondFactor'] = (session) => {
    if (session.hasSecondFactor) return isWaiting(session) ? 'waiting' : 'passed';
    return !config.demo && isAdmin(session.user) ? 'missing' : 'off';
  };
  const whoActs = createWhoActs(whoCalls);
  const signedIn = createSignedIn({ whoCalls, getSecondFactor });
  const recentlyConfirmed = createRecentlyConfirmed(sessions);
  const admin = createAdminOnly({ signedIn, isAdmin, recentlyConfirmed });
  return {
    guards: {
      sameOrigin: rejectForeignOrigin(config.publicUrl),
      signedIn,
      signedInOrWaiting: createSignedInOrWaiting({ whoCalls, getSecondFactor }),
      admin,
      recentlyConfirmed,
      provenPassword,
    },
    signedIn,
    adminOnly: admin,
    recentlyConfirmed,
    getSecondFactor,
    whoActs,
    identify: async (request) => {
      const session = await whoActs(request);
      return session?.user.id ?? null;
    },
    toUserDto,
    isAdmin,
    isNamedAdmin: (email) => isNamedAdmin(adminEmails, email),
    isInternal: createIsInternal(internalEmails),
    findDevice,
    findUser: async (id) => {
      const row = await findUser(db, id);
      return row && toUser(row);
    },
    listUsers: (ids) => listUsers(db, ids),
    countUsers: (since) => countUsers(db, { since, minBalance, internalEmails }),
    invalidateUser: sessions.invalidateUser,
    listEndedSessions: async (ids) => {
      const open = new Set(await listOpenAmong(db, ids));
      return ids.filter((id) => !open.has(id));
    },
    onSessionEnd: sessions.onEnd,
  };
}

const createToUserDto =
  ({ adminEmails, minBalance }: { readonly adminEmails: readonly string[]; readonly minBalance: number }): ToUserDto =>
  (user) => ({
    id: user.id,
    email: user.email,
    lang: user.lang,
    campaign: user.campaign,
    isActivated: user.isActivated,
    referralId: user.referralId,
    brokerAccountId: user.referralId,
    balance: shownBalance(user),
    isBalanceValid: user.balance === null ? null : isBalanceEnough(user.balance, { minBalance }),
    isBalanceHidden: user.balance !== null && shownBalance(user) === null,
    balanceCheckedAt: toInstantOrNull(user.balanceCheckedAt),
    // Anyone may register an administrator's address with a password of their own.
    roles:
      isProven(user) && (user.role === 'admin' || isNamedAdmin(adminEmails, user.email)) ? ['user', 'admin'] : ['user'],
  });

const isNamedAdmin = (adminEmails: readonly string[], email: string): boolean =>
  adminEmails.includes(email.toLowerCase());

const isProven = ({ isActivated, passwordProvenAt }: User): boolean => isActivated && passwordProvenAt !== null;

type AdminOnlyDependencies = Pick<AccountsApi, 'signedIn' | 'isAdmin' | 'recentlyConfirmed'>;

/** For `onRequest`: rejects other users with 403 before anything is read or looked up. */
const createAdminOnly = ({ signedIn, isAdmin, recentlyConfirmed }: AdminOnlyDependencies): readonly Guard[] => [
  signedIn,
  createGuard(['forbidden', 'second_factor_required', 'confirmation_required'], async (request, reply) => {
    if (!isAdmin(getUser(request))) throw apiError('forbidden');
    if (request.secondFactor === 'missing')
      throw apiError('second_factor_required', { phrase: 'second_factor_missing' });
    if (!readingMethods.has(request.method)) await recentlyConfirmed(request, reply);
  }),
];

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Accounts of the operator's own staff (INTERNAL_EMAILS): excluded from statistics and error
 * reports, and never sent to a browser.
 */
function createIsInternal(internalEmails: readonly string[]): AccountsApi['isInternal'] {
  const known = new Set(internalEmails.map((email) => email.toLowerCase()));
  return (email) => known.has(email.trim().toLowerCase());
}
