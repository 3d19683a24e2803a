import type { AdminModel } from '#contract/admin/models.ts';
import type { SystemState } from '#contract/admin/system.ts';
import { limits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';

/** An issue that needs attention: its phrase key and the values for it. */
export type Remark =
  | { readonly kind: 'feedDown' | 'brokerDown' | 'brokerSlow' | 'mailKept' | 'recordUnsigned' | 'jobsUnknown' }
  | { readonly kind: 'feedStale'; readonly ageMs: number }
  | { readonly kind: 'pairsSilent'; readonly n: number; readonly all: number }
  | { readonly kind: 'mailStuck'; readonly since: string }
  | { readonly kind: 'mailFailed' | 'overdue' | 'jobsFailed'; readonly n: number }
  | { readonly kind: 'databaseSlow'; readonly ms: number }
  | { readonly kind: 'modelAway'; readonly model: string; readonly reason: string | null }
  | { readonly kind: 'modelFlagged'; readonly model: string };

/** A mail that has waited longer has failed its first attempts. */
const mailTimeoutMs = 10 * minuteMs;
const databaseTimeoutMs = 250;

/** Most severe first: what prevents signals, then what prevents mails, then what can wait. */
export function remarksOn(system: SystemState, models: readonly AdminModel[]): Remark[] {
  return [
    ...ofFeed(system),
    ...(system.signals.overdue > 0 ? [{ kind: 'overdue', n: system.signals.overdue } as const] : []),
    ...ofRecord(system),
    ...ofDatabase(system),
    ...ofBroker(system),
    ...ofJobs(system),
    ...ofMail(system),
    ...models.flatMap(ofModel),
  ];
}

function ofFeed({ feed }: SystemState): Remark[] {
  if (!feed.isConnected) return [{ kind: 'feedDown' }];
  if (!feed.isMarketOpen || feed.delayMs === null) return [];
  if (feed.delayMs > limits.signalPriceMaxAgeMs) return [{ kind: 'feedStale', ageMs: feed.delayMs }];
  const silent = feed.pairs - feed.freshPairs;
  return silent > 0 ? [{ kind: 'pairsSilent', n: silent, all: feed.pairs }] : [];
}

const ofRecord = ({ checks }: SystemState): Remark[] =>
  checks.some(({ name, state }) => name === 'record' && state !== 'ok') ? [{ kind: 'recordUnsigned' }] : [];

const ofDatabase = ({ database: { answerMs } }: SystemState): Remark[] =>
  answerMs !== null && answerMs > databaseTimeoutMs ? [{ kind: 'databaseSlow', ms: answerMs }] : [];

function ofBroker({ broker: { state } }: SystemState): Remark[] {
  if (state === 'ok') return [];
  return [{ kind: state === 'down' ? 'brokerDown' : 'brokerSlow' }];
}

function ofJobs({ jobs }: SystemState): Remark[] {
  if (jobs === null) return [{ kind: 'jobsUnknown' }];
  const failed = jobs.reduce((sum, queue) => sum + queue.failed, 0);
  return failed > 0 ? [{ kind: 'jobsFailed', n: failed }] : [];
}

function ofMail({ now, mail, checks }: SystemState): Remark[] {
  // Without a mail server the demo uses its mailbox page, which is not an issue.
  if (!mail.isSending) {
    return checks.some(({ name, state }) => name === 'mail' && state !== 'ok') ? [{ kind: 'mailKept' }] : [];
  }
  const { oldestWaitingAt: since, failed } = mail;
  const isStuck = since !== null && Date.parse(now) - Date.parse(since) > mailTimeoutMs;
  return [
    ...(isStuck ? [{ kind: 'mailStuck', since } as const] : []),
    ...(failed > 0 ? [{ kind: 'mailFailed', n: failed } as const] : []),
  ];
}

function ofModel({ name: model, available, reason, live }: AdminModel): Remark[] {
  if (!available) return [{ kind: 'modelAway', model, reason }];
  return live.flagged ? [{ kind: 'modelFlagged', model }] : [];
}
