import type { UserRow } from '#server/modules/accounts/accounts.repository.ts';

/** Administrators and internal accounts: they cannot join, are not ranked, and are left out of the draw. */
export type IsTeamMember = (person: Pick<UserRow, 'email' | 'role'>) => boolean;
