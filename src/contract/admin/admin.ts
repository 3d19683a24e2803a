import { z } from 'zod';
import type { Endpoints } from '#contract/endpoint.ts';
import { Instant, isPeriod, isWholeText, notPeriod } from '#contract/wire.ts';

/** Of a list of the operator, unless its request says otherwise. */
export const rowsAPage = 25;

/** One page of a list with cursor pagination: `cursor` is the `nextCursor` of the previous page. */
export const PageQuery = z.object({
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(rowsAPage),
});
export const toPage = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Characters. */
export const auditReasonLength = { min: 3, max: 500 } as const;

/** Reason for an administrator action, for the audit log. */
export const AuditReason = z.string().trim().min(auditReasonLength.min).max(auditReasonLength.max).refine(isWholeText);

/** UTC days, both inclusive. Defaults: 1 January to today. */
export const CampaignsQuery = z
  .object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(isPeriod, notPeriod);

/**
 * Counts cover users who registered in the period; amounts cover all confirmed traders, whenever
 * they registered.
 */
const Figures = z.object({
  registered: z.number().int(),
  activated: z.number().int(),
  withBrokerId: z.number().int(),
  /** Traders with turnover in the period. */
  activeTraders: z.number().int(),
  turnover: z.number(),
  /** The operator's configured share of that turnover: an estimate until the broker pays. */
  expectedShare: z.number(),
  /** The operator's commission as reported by the broker. */
  commission: z.number(),
});

export const CampaignFigures = Figures.extend({ campaign: z.string().nullable() }).meta({ id: 'CampaignFigures' });
export type CampaignFigures = z.infer<typeof CampaignFigures>;

export const CampaignReport = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    share: z.number(),
    /** Payout period of the broker. */
    period: z.enum(['year', 'quarter', 'month']),
    /** The latest day with figures from the broker; null when there are none. */
    toldAt: z.iso.date().nullable(),
    madeAt: Instant,
    campaigns: z.array(CampaignFigures),
    total: Figures,
    months: z.array(z.object({ month: z.string(), turnover: z.number(), commission: z.number() })),
  })
  .meta({ id: 'CampaignReport' });
export type CampaignReport = z.infer<typeof CampaignReport>;

export const campaignEndpoints = {
  'GET /api/admin/campaigns': {
    guards: ['admin'],
    query: CampaignsQuery,
    answer: CampaignReport,
    produces: ['application/json', 'text/csv'],
    /** Of the file. */
    errors: ['confirmation_required'],
  },
} satisfies Endpoints;
