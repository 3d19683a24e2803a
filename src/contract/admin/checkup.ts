import { z } from 'zod';

export const checkupPath = '/api/admin/checkup';

export const checkupSubjects = [
  'settings',
  'node',
  'disk',
  'database',
  'clock',
  'valkey',
  'feed',
  'pairs',
  'spread',
  'history',
  'calls',
  'broker',
  'mail',
  'push',
  'telegram',
  'llm',
  'record',
  'witnesses',
  'address',
  'backups',
] as const;
export type CheckupSubject = (typeof checkupSubjects)[number];

/** `failure`: the product cannot run; `warning`: it runs with less; `absent`: not configured, or not to be seen. */
export type FindingState = 'ok' | 'warning' | 'failure' | 'absent';

/** All that a checkup may find. */
export const findingKinds = {
  settings_ok: ['settings', 'ok'],
  settings_wrong: ['settings', 'failure'],
  node_ok: ['node', 'ok'],
  node_old: ['node', 'failure'],
  disk_ok: ['disk', 'ok'],
  disk_low: ['disk', 'warning'],
  disk_full: ['disk', 'failure'],
  disk_locked: ['disk', 'failure'],
  database_ok: ['database', 'ok'],
  database_down: ['database', 'failure'],
  database_old: ['database', 'failure'],
  database_rights: ['database', 'failure'],
  database_unsafe: ['database', 'warning'],
  database_connections: ['database', 'warning'],
  database_taken: ['database', 'absent'],
  clock_ok: ['clock', 'ok'],
  clock_off: ['clock', 'warning'],
  clock_wrong: ['clock', 'failure'],
  valkey_ok: ['valkey', 'ok'],
  valkey_down: ['valkey', 'failure'],
  valkey_absent: ['valkey', 'absent'],
  feed_ok: ['feed', 'ok'],
  feed_closed: ['feed', 'ok'],
  feed_simulated: ['feed', 'absent'],
  feed_down: ['feed', 'failure'],
  feed_silent: ['feed', 'failure'],
  feed_late: ['feed', 'failure'],
  feed_partial: ['feed', 'warning'],
  pairs_ok: ['pairs', 'ok'],
  pairs_missing: ['pairs', 'warning'],
  spread_ok: ['spread', 'ok'],
  spread_unknown: ['spread', 'absent'],
  history_ok: ['history', 'ok'],
  history_missing: ['history', 'warning'],
  calls_ok: ['calls', 'ok'],
  calls_spent: ['calls', 'warning'],
  broker_ok: ['broker', 'ok'],
  broker_training: ['broker', 'absent'],
  broker_rejected: ['broker', 'failure'],
  broker_down: ['broker', 'warning'],
  mail_ok: ['mail', 'ok'],
  mail_sent: ['mail', 'ok'],
  mail_absent: ['mail', 'absent'],
  mail_down: ['mail', 'failure'],
  mail_rejected: ['mail', 'failure'],
  push_ok: ['push', 'ok'],
  push_mismatch: ['push', 'warning'],
  telegram_ok: ['telegram', 'ok'],
  telegram_absent: ['telegram', 'absent'],
  telegram_rejected: ['telegram', 'warning'],
  telegram_down: ['telegram', 'warning'],
  llm_ok: ['llm', 'ok'],
  llm_absent: ['llm', 'absent'],
  llm_down: ['llm', 'warning'],
  record_ok: ['record', 'ok'],
  record_behind: ['record', 'warning'],
  witnesses_ok: ['witnesses', 'ok'],
  witnesses_absent: ['witnesses', 'absent'],
  witnesses_down: ['witnesses', 'warning'],
  address_ok: ['address', 'ok'],
  address_local: ['address', 'absent'],
  address_idle: ['address', 'absent'],
  address_plain: ['address', 'warning'],
  address_down: ['address', 'warning'],
  backups_ok: ['backups', 'ok'],
  backups_failing: ['backups', 'warning'],
  backups_unseen: ['backups', 'absent'],
} as const satisfies Readonly<Record<string, readonly [CheckupSubject, FindingState]>>;

export type FindingCode = keyof typeof findingKinds;
/** Of findings that come with advice. */
export type AdviceCode = {
  [Code in FindingCode]: (typeof findingKinds)[Code][1] extends 'ok' ? never : Code;
}[FindingCode];

export const hasAdvice = (code: FindingCode): code is AdviceCode => findingKinds[code][1] !== 'ok';

const isCode = (name: string): name is FindingCode => name in findingKinds;
const codes = Object.keys(findingKinds).filter(isCode);

/** One line of the checkup. `detail`: a name, a version or a measurement, in no language; null: none. */
export const Finding = z.object({ code: z.enum(codes), detail: z.string().nullable() });
export type Finding = z.infer<typeof Finding>;

export const Checkup = z.object({ findings: z.array(Finding) }).meta({ id: 'Checkup' });
export type Checkup = z.infer<typeof Checkup>;
