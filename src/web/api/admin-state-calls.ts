import { AuditPage, auditPath } from '#contract/admin-audit.ts';
import { AdminModels, adminModelsPath } from '#contract/admin-models.ts';
import { Outbox, OutboxMail, outboxPaths } from '#contract/admin-outbox.ts';
import { AdminOverview, adminSystemPaths, SystemState } from '#contract/admin-system.ts';
import { call } from './call.ts';

export const getOverview = (): Promise<AdminOverview> => call(adminSystemPaths.overview, AdminOverview);

export const getSystem = (): Promise<SystemState> => call(adminSystemPaths.system, SystemState);

export const getModels = async () => (await call(adminModelsPath, AdminModels)).items;

export const getAudit = (query: URLSearchParams): Promise<AuditPage> => call(`${auditPath}?${query}`, AuditPage);

export const getOutbox = (query: URLSearchParams): Promise<Outbox> => call(`${outboxPaths.outbox}?${query}`, Outbox);

export const retryMail = (id: string): Promise<OutboxMail> =>
  call(outboxPaths.retry.replace(':id', id), OutboxMail, { method: 'POST' });
