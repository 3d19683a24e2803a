import { z } from 'zod';
import type { Endpoints } from '../endpoint.ts';
import { languages } from '#domain/language.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { AuditReason } from './admin.ts';
import { inEachLanguage } from '../site.ts';
import { AnswerLang, Instant, isWholeText, RequestedInstant } from '../wire.ts';

export const maxNoticeLength = 280;

/** What users read, on one line. */
const Line = z
  .string()
  .trim()
  .max(maxNoticeLength)
  .regex(/^[^\p{Cc}]*$/u)
  .refine(isWholeText);
const Lines = inEachLanguage(Line);
const NoticeText = inEachLanguage(Line.min(1));

const isAllOrNothing = (text: z.output<typeof Lines>): boolean => {
  const filled = Object.values(text).filter((line) => line !== '').length;
  return filled === 0 || filled === languages.length;
};

/** Shown on every page from `from` (null: at once) until `until` (null: until it is replaced). Empty: none. */
export const Announcement = z
  .object({ text: Lines, from: Instant.nullable(), until: Instant.nullable() })
  .meta({ id: 'Announcement' });
export type Announcement = z.infer<typeof Announcement>;

const End = RequestedInstant.nullable().default(null);

export const AnnouncementChange = z
  .strictObject({
    text: Lines.refine(isAllOrNothing, { params: { phrase: 'required' } }),
    from: End,
    until: End,
    lang: AnswerLang,
  })
  .refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
    path: ['until'],
    params: { phrase: 'notPeriod' },
  });
export type AnnouncementChange = z.infer<typeof AnnouncementChange>;

/** `until`: when it is expected to end, which an administrator does; null: unknown. */
export const Maintenance = z.object({ isOn: z.boolean(), until: Instant.nullable() }).meta({ id: 'Maintenance' });
export type Maintenance = z.infer<typeof Maintenance>;

export const MaintenanceChange = z.strictObject({
  isOn: z.boolean(),
  until: End,
  reason: AuditReason,
  lang: AnswerLang,
});
export type MaintenanceChange = z.infer<typeof MaintenanceChange>;

/** Why users cannot have signals of a model; null: they can. */
const ModelSwitch = z.object({ off: NoticeText.nullable() }).meta({ id: 'ModelSwitch' });
export const ModelSwitchChange = z.strictObject({ off: NoticeText.nullable(), lang: AnswerLang });
export type ModelSwitchChange = z.infer<typeof ModelSwitchChange>;

export const noticeEndpoints = {
  'GET /api/admin/announcement': { guards: ['admin'], answer: Announcement },
  'PUT /api/admin/announcement': { guards: ['admin'], body: AnnouncementChange, answer: Announcement },
  'GET /api/admin/maintenance': { guards: ['admin'], answer: Maintenance },
  'PUT /api/admin/maintenance': { guards: ['admin'], body: MaintenanceChange, answer: Maintenance },
  'PUT /api/admin/models/:key': {
    guards: ['admin'],
    params: z.object({ key: z.enum(aiModelKeys) }),
    body: ModelSwitchChange,
    answer: ModelSwitch,
  },
} satisfies Endpoints;
