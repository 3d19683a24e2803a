import { z } from 'zod';
import type { Endpoints } from '../endpoint.ts';
import { auditActions } from '#domain/accounts/audit-action.ts';
import { PageQuery, toPage } from './admin.ts';
import { Count, Id, Instant, isPeriod, notPeriod, RequestedInstant } from '../wire.ts';

export const AuditQuery = PageQuery.extend({
  /** User id of an administrator. */
  who: z.uuid().optional(),
  action: z.enum(auditActions).optional(),
  /** Start of the period, inclusive; `to` is exclusive. */
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
}).refine(isPeriod, notPeriod);
export type AuditQuery = z.infer<typeof AuditQuery>;

const Person = z.object({ id: Id, email: z.string() });
const State = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const AuditEntry = z
  .object({
    id: z.number().int(),
    at: Instant,
    actor: z.object({ id: Id, /** Null when the account has been deleted. */ email: z.string().nullable() }),
    action: z.enum(auditActions),
    targetId: z.string(),
    /** E-mail of the account the target belongs to; null when it belongs to none. */
    targetEmail: z.string().nullable(),
    /** Record number when the target is a signal. */
    targetNumber: z.number().int().nullable(),
    reason: z.string().nullable(),
    before: State.nullable(),
    after: State.nullable(),
    /** SHA-256, hex; null for entries written before entries were chained. */
    fingerprint: z.string().nullable(),
    /** Whether the fingerprint matches this entry and the previous fingerprint. */
    isIntact: z.boolean(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Newest first. `total`: null beyond 10,000. `actors`: all users with an entry, for the filter. */
export const AuditPage = toPage(AuditEntry)
  .extend({ total: Count.nullable(), actors: z.array(Person) })
  .meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof AuditPage>;

export const auditEndpoints = {
  'GET /api/admin/audit': { guards: ['admin'], query: AuditQuery, answer: AuditPage },
} satisfies Endpoints;
