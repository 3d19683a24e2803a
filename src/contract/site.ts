import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { appThemes } from '#domain/app-theme.ts';
import { languages } from '#domain/language.ts';

/** Operator settings that apply to every page of the site. */
export const SiteSettings = z
  .object({
    /** Theme of users who have not chosen one. */
    theme: z.enum(appThemes),
    /** Whether they see its decorations now. */
    decorations: z.boolean(),
    devtoolsBlocking: z.boolean(),
    hasContest: z.boolean(),
    /**
     * Whether this is a demo for one machine, which stores its mails and shows them on the page
     * /mailbox instead of sending them. That page refuses visitors who come through a proxy.
     */
    hasMailbox: z.boolean(),
    /** Whether pages report their errors; each then asks where to. */
    hasErrorReports: z.boolean(),
    /**
     * Until then VIP Indicator requires no balance of its own; null when the requirement applies.
     */
    vipFreeUntil: z.iso.datetime().nullable(),
    payout: z.number(),
    /** Credentials that everyone may use; null outside the demo, where there is no such account. */
    demoAccount: z.object({ email: z.string(), password: z.string() }).nullable(),
  })
  .meta({ id: 'SiteSettings' });
export type SiteSettings = z.infer<typeof SiteSettings>;

export const inEachLanguage = <T extends z.ZodType>(schema: T) => z.record(z.enum(languages), schema);

/** A text of the operator or the product in each language. */
export const InEachLanguage = inEachLanguage(z.string());
export type InEachLanguage = z.infer<typeof InEachLanguage>;

/** Shown above every page. `id`: of this text, so that a reader may dismiss it. */
export const SiteNotice = z
  .object({ id: z.string(), kind: z.enum(['announcement', 'maintenance']), text: InEachLanguage })
  .meta({ id: 'SiteNotice' });
export type SiteNotice = z.infer<typeof SiteNotice>;

/** Where the caller's browser reports errors. */
export const ErrorReporting = z
  .object({
    /** Null: nowhere, as for internal accounts and crawlers. */
    reports: z
      .object({
        dsn: z.string(),
        release: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'ErrorReporting' });
export type ErrorReporting = z.infer<typeof ErrorReporting>;

export const siteEndpoints = {
  'GET /api/site': { guards: [], inMaintenance: true, answer: SiteSettings },
  'GET /api/site/error-reports': { guards: [], inMaintenance: true, answer: ErrorReporting },
} satisfies Endpoints;
