import type { Database } from '#server/database/connection.ts';
import type { AccountsApi, EraseListener } from './accounts.api.ts';
import { findUser, listOpenAmong, listUsers } from './accounts.repository.ts';
import { toUser } from './accounts.api.ts';
import { createAdminOnly } from './admin-only.ts';
import { countUsers } from './count-users.ts';
import { deviceOf } from './device-of.ts';
import { createIsInternal } from './internal-accounts.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Sessions } from './sessions.ts';
import { createSignedIn, createWhoCalls } from './signed-in.ts';
import { createToUserDto } from './to-user-dto.ts';

interface Needs {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly apiKeys: Pick<ApiKeys, 'whoCalls'>;
  /** Lower case, like `internalEmails`. */
  readonly adminEmails: readonly string[];
  readonly internalEmails: readonly string[];
  /** Minimum balance for access to signals. */
  readonly minBalance: number;
  /** Filled by `onErase`. */
  readonly eraseListeners: EraseListener[];
}

export function createAccountsApi({
  db,
  sessions,
  apiKeys,
  adminEmails,
  internalEmails,
  minBalance,
  eraseListeners,
}: Needs): AccountsApi {
  const whoCalls = createWhoCalls(sessions);
  const signedIn = createSignedIn({ whoCalls, apiKeys });
  const toUserDto = createToUserDto({ adminEmails, minBalance });
  return {
    signedIn,
    adminOnly: createAdminOnly({ signedIn, toUserDto }),
    whoCalls,
    identify: async (request) => {
      const caller = (await whoCalls(request)) ?? (await apiKeys.whoCalls(request));
      return caller?.user.id ?? null;
    },
    toUserDto,
    isAdmin: (user) => toUserDto(user).roles.includes('admin'),
    isNamedAdmin: (email) => adminEmails.includes(email.toLowerCase()),
    isInternal: createIsInternal({ internalEmails }),
    deviceOf,
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
    onErase: (listener) => void eraseListeners.push(listener),
  };
}
