import type { User } from '#server/modules/accounts/accounts.api.ts';

/**
 * Administrators and internal accounts: they cannot join, are not ranked, and are left out of the
 * draw.
 */
export type IsTeamMember = (person: Pick<User, 'email' | 'role'>) => boolean;
