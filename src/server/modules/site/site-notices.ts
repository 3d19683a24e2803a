import { eq } from 'drizzle-orm';
import type {
  Announcement,
  AnnouncementChange,
  Maintenance,
  MaintenanceChange,
  ModelSwitchChange,
} from '#contract/admin/notices.ts';
import type { InEachLanguage, SiteNotice } from '#contract/site.ts';
import { toInstantOrNull } from '#contract/wire.ts';
import type { AuditAction } from '#domain/accounts/audit-action.ts';
import { languages, toEachLanguage } from '#domain/language.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { describeMaintenance } from '#server/http/pages/maintenance-page.ts';
import { inTransaction } from '#server/database/connection.ts';
import { siteNotices } from '#server/database/tables/site-tables.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import type { Component } from '#server/start/component.ts';
import type { SiteApi } from './site.api.ts';

type NoticeRow = typeof siteNotices.$inferSelect;

interface Given extends Platform {
  readonly accounts: AccountsApi;
}

export const openSite = (given: Given) => ({
  ...given,
  /** What the operator states, as it was last read. */
  notices: new Map() as ReadonlyMap<Subject, NoticeRow>,
});
export type SiteContext = ReturnType<typeof openSite>;

type Subject = NoticeRow['subject'];
type NewNotice = Pick<NoticeRow, 'text' | 'startsAt' | 'endsAt'>;

/** A notice between processes may be lost, so that the rows are read again this often. */
const readEveryMs = 5_000;

/** Keeps what the operator states as it was last read. */
export function followNotices(ctx: SiteContext): Component {
  const { bus, scheduler, log } = ctx;
  const onError = (error: unknown): void => log.error({ err: error }, 'the notices of the operator could not be read');
  const read = (): Promise<void> => readNotices(ctx);
  bus.onNotice('site_changed', () => void read().catch(onError));
  const reading = repeat({ everyMs: readEveryMs, task: read, onError, after: scheduler.after });
  return {
    name: 'notices of the operator',
    start: async () => {
      await read();
      reading.start();
    },
    stop: reading.stop,
  };
}

async function readNotices(ctx: SiteContext): Promise<void> {
  const rows = await ctx.db.select().from(siteNotices);
  ctx.notices = new Map(rows.map((row) => [row.subject, row]));
}

export const siteApi = (ctx: SiteContext): SiteApi => ({
  maintenance: () => {
    const row = ctx.notices.get('maintenance');
    return row ? { until: row.endsAt } : null;
  },
  whyOff: (model) => ctx.notices.get(model)?.text ?? null,
  notice: () => toNotice(ctx),
});

/** Maintenance says more than any announcement. */
function toNotice({ notices, clock, config }: SiteContext): SiteNotice | null {
  const maintenance = notices.get('maintenance');
  if (maintenance) {
    const { endsAt } = maintenance;
    const text = toEachLanguage((lang) => describeMaintenance(endsAt, lang, config.site.timezone).notice);
    return { id: toId(maintenance), kind: 'maintenance', text };
  }
  const announcement = notices.get('announcement');
  if (!announcement?.text || !isDue(announcement, clock.now())) return null;
  return { id: toId(announcement), kind: 'announcement', text: announcement.text };
}

const toId = ({ changedAt }: NoticeRow): string => String(changedAt.getTime());

const isDue = ({ startsAt, endsAt }: NoticeRow, now: number): boolean =>
  (startsAt === null || startsAt.getTime() <= now) && (endsAt === null || now < endsAt.getTime());

const nothing: InEachLanguage = toEachLanguage(() => '');

export function readAnnouncement({ notices }: SiteContext): Announcement {
  const row = notices.get('announcement');
  return {
    text: row?.text ?? nothing,
    from: toInstantOrNull(row?.startsAt ?? null),
    until: toInstantOrNull(row?.endsAt ?? null),
  };
}

export function readMaintenance({ notices }: SiteContext): Maintenance {
  const row = notices.get('maintenance');
  return { isOn: row !== undefined, until: toInstantOrNull(row?.endsAt ?? null) };
}

export async function changeAnnouncement(
  ctx: SiteContext,
  actorId: string,
  { text, from, until }: AnnouncementChange,
): Promise<Announcement> {
  const isNone = languages.every((lang) => text[lang] === '');
  const notice = isNone ? null : { text, startsAt: toDate(from), endsAt: toDate(until) };
  await changeNotice(ctx, { actorId, action: 'announcement.change', subject: 'announcement', notice });
  return readAnnouncement(ctx);
}

export async function changeMaintenance(
  ctx: SiteContext,
  actorId: string,
  { isOn, until, reason }: MaintenanceChange,
): Promise<Maintenance> {
  const notice = isOn ? { text: null, startsAt: null, endsAt: toDate(until) } : null;
  await changeNotice(ctx, { actorId, action: 'maintenance.change', subject: 'maintenance', notice, reason });
  return readMaintenance(ctx);
}

export const switchModel = (
  ctx: SiteContext,
  actorId: string,
  key: AiModelKey,
  off: ModelSwitchChange['off'],
): Promise<void> => {
  const notice = off && { text: off, startsAt: null, endsAt: null };
  return changeNotice(ctx, { actorId, action: 'model.switch', subject: key, notice });
};

const toDate = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

interface Change {
  readonly actorId: string;
  readonly action: AuditAction;
  readonly subject: Subject;
  /** Null: there is none from now on. */
  readonly notice: NewNotice | null;
  readonly reason?: string;
}

/** Known in this process before the answer. */
async function changeNotice(ctx: SiteContext, { subject, notice, ...entry }: Change): Promise<void> {
  const changedAt = new Date(ctx.clock.now());
  await inTransaction(ctx.db, async ({ tx }) => {
    const isOfSubject = eq(siteNotices.subject, subject);
    const [before] = await tx.select().from(siteNotices).where(isOfSubject).for('update');
    if (notice) {
      const row = { ...notice, subject, changedAt };
      await tx.insert(siteNotices).values(row).onConflictDoUpdate({ target: siteNotices.subject, set: row });
    } else await tx.delete(siteNotices).where(isOfSubject);
    const states = { before: toState(before ?? null), after: toState(notice) };
    await writeAudit(tx, { ...entry, targetId: subject, at: changedAt, ...states });
  });
  await readNotices(ctx);
  ctx.bus.notify('site_changed', null);
}

const toState = (notice: NewNotice | null) =>
  notice
    ? { ...notice.text, from: toInstantOrNull(notice.startsAt), until: toInstantOrNull(notice.endsAt), isOn: true }
    : { isOn: false };
