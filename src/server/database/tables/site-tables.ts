import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { InEachLanguage } from '#contract/site.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { instant } from '../columns.ts';

/** What the operator states to users: an announcement, maintenance, or why a model is switched off. */
export const siteNotices = pgTable(
  'site_notices',
  {
    subject: text().$type<'announcement' | 'maintenance' | AiModelKey>().notNull(),
    /** Null: the product's own, as of maintenance. */
    text: jsonb().$type<InEachLanguage>(),
    /** Null: since the change. */
    startsAt: instant(),
    /** Null: until the next change. */
    endsAt: instant(),
    changedAt: instant().notNull(),
  },
  (t) => [primaryKey({ name: 'site_notices__subject', columns: [t.subject] })],
);
