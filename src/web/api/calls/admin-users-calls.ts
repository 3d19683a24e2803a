import { type AdminUser, type AdminUsers, adminUserPaths, type UserChange } from '#contract/admin/users.ts';
import { confirming } from '../../second-factor/confirm-again.ts';
import { getJson, sendRequest } from '../request.ts';

export const getUsers = (query: URLSearchParams): Promise<AdminUsers> =>
  getJson<AdminUsers>(`${adminUserPaths.users}?${query}`);

const of = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

export const changeUser = (id: string, change: UserChange): Promise<AdminUser> =>
  confirming(() => getJson<AdminUser>(of(adminUserPaths.user, id), { method: 'PATCH', body: change }));

export const mailPasswordLink = (id: string): Promise<void> =>
  sendRequest(of(adminUserPaths.passwordMail, id), { method: 'POST' });

export const checkUserBalance = (id: string): Promise<void> =>
  sendRequest(of(adminUserPaths.balance, id), { method: 'POST' });

export const releaseTrader = (id: string, reason: string): Promise<void> =>
  sendRequest(of(adminUserPaths.trader, id), { method: 'DELETE', body: { reason } });

export const endUserSessions = (id: string): Promise<void> =>
  confirming(() => sendRequest(of(adminUserPaths.sessions, id), { method: 'DELETE' }));
