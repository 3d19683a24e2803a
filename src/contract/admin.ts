import { z } from 'zod';
import { Instant, isWholeText } from './wire.ts';

export const adminPaths = { campaigns: '/api/admin/campaigns' } as const;

/** One page of a list, by place: `cursor` is the `nextCursor` of the page before. */
export const PageQuery = z.object({
  cursor: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Why an administrator does something, for the audit log. */
export const AuditReason = z.string().trim().min(3).max(500).refine(isWholeText);

/** UTC days, both inclusive. Unset: from the first of January, until today. */
export const CampaignsQuery = z
  .object({ from: z.iso.date().optional(), to: z.iso.date().optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['to'] });

/** People are counted who registered in the period; money is that of all confirmed traders, whenever they came. */
const Figures = z.object({
  registered: z.number().int(),
  activated: z.number().int(),
  withBrokerId: z.number().int(),
  /** Traders with a turnover in the period. */
  activeTraders: z.number().int(),
  turnover: z.number(),
  /** The operator's share of that turnover, as configured: an estimate until the broker pays. */
  expectedShare: z.number(),
  /** Ours, as the broker tells it. */
  commission: z.number(),
});

export const CampaignFigures = Figures.extend({ campaign: z.string().nullable() }).meta({ id: 'CampaignFigures' });
export type CampaignFigures = z.infer<typeof CampaignFigures>;

export const CampaignReport = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    share: z.number(),
    /** How often the broker pays. */
    period: z.enum(['year', 'quarter', 'month']),
    /** The newest day that the broker told figures of; null: none yet. */
    toldAt: z.iso.date().nullable(),
    madeAt: Instant,
    campaigns: z.array(CampaignFigures),
    total: Figures,
    months: z.array(z.object({ month: z.string(), turnover: z.number(), commission: z.number() })),
  })
  .meta({ id: 'CampaignReport' });
export type CampaignReport = z.infer<typeof CampaignReport>;
