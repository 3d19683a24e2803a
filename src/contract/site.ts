import { z } from 'zod';
import { appThemes } from '#domain/app-theme.ts';

/** What the operator has chosen for every page of the site. */
export const SiteSettings = z
  .object({
    /** For whoever has not chosen one. */
    theme: z.enum(appThemes),
    devtoolsBlocking: z.boolean(),
    hasContest: z.boolean(),
    /** The instant until which VIP Indicator asks for no balance of its own; null: it does. */
    vipFreeUntil: z.iso.datetime().nullable(),
    payout: z.number(),
  })
  .meta({ id: 'SiteSettings' });
export type SiteSettings = z.infer<typeof SiteSettings>;
