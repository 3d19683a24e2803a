import type { z } from 'zod';
import { type AuditPage, auditPath } from '#contract/admin/audit.ts';
import { type Checkup, checkupPath } from '#contract/admin/checkup.ts';
import { type AdminModels, adminModelsPath } from '#contract/admin/models.ts';
import { type Outbox, type OutboxMail, outboxPaths } from '#contract/admin/outbox.ts';
import { type AdminOverview, adminSystemPaths, type SystemState } from '#contract/admin/system.ts';
import { getJson } from '../request.ts';

export const getOverview = (): Promise<AdminOverview> => getJson<AdminOverview>(adminSystemPaths.overview);

export const getSystem = (): Promise<SystemState> => getJson<SystemState>(adminSystemPaths.system);

export const runCheckup = (): Promise<Checkup> => getJson<Checkup>(checkupPath, { method: 'POST' });

export const getModels = async () => (await getJson<z.infer<typeof AdminModels>>(adminModelsPath)).items;

export const getAudit = (query: URLSearchParams): Promise<AuditPage> => getJson<AuditPage>(`${auditPath}?${query}`);

export const getOutbox = (query: URLSearchParams): Promise<Outbox> => getJson<Outbox>(`${outboxPaths.outbox}?${query}`);

export const retryMail = (id: string): Promise<OutboxMail> =>
  getJson<OutboxMail>(outboxPaths.retry.replace(':id', id), { method: 'POST' });
