import type { z } from 'zod';
import { adminPaths, type CampaignReport } from '#contract/admin/admin.ts';
import { type AuditPage, auditPath } from '#contract/admin/audit.ts';
import { type Checkup, checkupPath } from '#contract/admin/checkup.ts';
import { type AdminModels, adminModelsPath } from '#contract/admin/models.ts';
import { type Outbox, type OutboxMail, outboxPaths } from '#contract/admin/outbox.ts';
import { type AllSignals, adminSignalPaths, type SignalFile } from '#contract/admin/signals.ts';
import { type AdminOverview, adminSystemPaths, type SystemState } from '#contract/admin/system.ts';
import { type AdminUser, type AdminUsers, adminUserPaths, type UserChange } from '#contract/admin/users.ts';
import { reviewPaths, signalPaths } from '#contract/paths.ts';
import type { AdminReviews, DecideReviewBody } from '#contract/reviews.ts';
import { type VoidSignalBody } from '#contract/signals.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { fetchFile, fillPath, getJson, sendRequest } from '../request.ts';

/** UTC days, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const getAddress = (period: Period): string => `${adminPaths.campaigns}?${new URLSearchParams({ ...period })}`;

export const getCampaigns = (period: Period): Promise<CampaignReport> => getJson(getAddress(period));

export const getCampaignsCsv = (period: Period): Promise<Blob> =>
  confirming(() => fetchFile(getAddress(period), 'text/csv'));

export const getReviewQueue = (query: URLSearchParams): Promise<AdminReviews> =>
  getJson(`${reviewPaths.adminReviews}?${query}`);

export const decideReview = (id: string, decision: DecideReviewBody): Promise<void> =>
  sendRequest(fillPath(reviewPaths.adminReview, id), { method: 'PATCH', body: decision });

export const getOverview = (): Promise<AdminOverview> => getJson(adminSystemPaths.overview);

export const getSystem = (): Promise<SystemState> => getJson(adminSystemPaths.system);

export const runCheckup = (): Promise<Checkup> => getJson(checkupPath, { method: 'POST' });

export const getModels = async () => (await getJson<z.infer<typeof AdminModels>>(adminModelsPath)).items;

export const getAudit = (query: URLSearchParams): Promise<AuditPage> => getJson(`${auditPath}?${query}`);

export const getOutbox = (query: URLSearchParams): Promise<Outbox> => getJson(`${outboxPaths.outbox}?${query}`);

export const retryMail = (id: string): Promise<OutboxMail> =>
  getJson(fillPath(outboxPaths.retry, id), { method: 'POST' });

export const getAllSignals = (query: URLSearchParams): Promise<AllSignals> =>
  getJson(`${adminSignalPaths.signals}?${query}`);

export const getSignalFile = (id: string): Promise<SignalFile> => getJson(fillPath(adminSignalPaths.signal, id));

export const voidSignal = (id: string, body: VoidSignalBody): Promise<void> =>
  confirming(() => sendRequest(fillPath(signalPaths.voidSignal, id), { method: 'DELETE', body }));

export const getUsers = (query: URLSearchParams): Promise<AdminUsers> => getJson(`${adminUserPaths.users}?${query}`);

export const changeUser = (id: string, change: UserChange): Promise<AdminUser> =>
  confirming(() => getJson(fillPath(adminUserPaths.user, id), { method: 'PATCH', body: change }));

export const mailPasswordLink = (id: string): Promise<void> =>
  sendRequest(fillPath(adminUserPaths.passwordMail, id), { method: 'POST' });

export const checkUserBalance = (id: string): Promise<void> =>
  sendRequest(fillPath(adminUserPaths.balance, id), { method: 'POST' });

export const releaseTrader = (id: string, reason: string): Promise<void> =>
  sendRequest(fillPath(adminUserPaths.trader, id), { method: 'DELETE', body: { reason } });

export const endUserSessions = (id: string): Promise<void> =>
  confirming(() => sendRequest(fillPath(adminUserPaths.sessions, id), { method: 'DELETE' }));
