import { z } from 'zod';
import { LoginBody } from './accounts.ts';
import { AnswerLang, Id, Instant } from './wire.ts';

/**
 * POST user/delete: the password proves that the owner is calling, not just the holder of the
 * session.
 */
export const DeleteAccountBody = z.strictObject({
  password: LoginBody.shape.password,
  lang: AnswerLang,
});

const instant = Instant.nullable();
const text = z.string().nullable();
const amount = z.number().nullable();
const day = z.iso.date();

const Account = z.object({
  id: Id,
  email: z.string(),
  lang: z.string(),
  campaign: text,
  role: z.string(),
  isActivated: z.boolean(),
  isBlocked: z.boolean(),
  createdAt: Instant,
  activatedAt: instant,
  passwordProvenAt: instant,
  acceptedTermsAt: instant,
  brokerAccountId: text,
  openedTraderId: text,
  balance: amount,
  balanceCheckedAt: instant,
  isSelfExcluded: z.boolean(),
});

const SignIn = z.object({
  createdAt: Instant,
  lastSeenAt: Instant,
  expiresAt: Instant,
  revokedAt: instant,
  userAgent: z.string(),
  secondFactorAt: instant,
  confirmedAt: instant,
});

const HeldPushDevice = z.object({
  endpoint: z.string(),
  userAgent: z.string(),
  createdAt: Instant,
  lastSentAt: instant,
});

const HeldChat = z.object({ chatId: z.number(), name: z.string(), linkedAt: Instant });

const HeldAlertRule = z.object({
  channels: z.array(z.string()),
  models: z.array(z.string()),
  symbols: z.array(z.string()),
  durations: z.array(z.number()),
  minPassability: z.number(),
  quietHours: z.unknown(),
  results: z.boolean(),
  perHour: z.number(),
  changedAt: Instant,
});

const HeldAlert = z.object({ id: Id, kind: z.string(), at: Instant, content: z.unknown(), createdAt: Instant });

const HeldAlertMessage = z.object({ alertId: Id, channel: z.string(), state: z.string(), attempts: z.number() });

const Link = z.object({
  purpose: z.string(),
  email: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  usedAt: instant,
});

const SentMail = z.object({
  kind: z.string(),
  recipient: z.string(),
  lang: z.string(),
  status: z.string(),
  attempts: z.number(),
  queuedAt: Instant,
  sentAt: instant,
  lastFault: text,
});

const HeldSignal = z.object({
  id: Id,
  symbol: z.string(),
  direction: z.string(),
  aiModel: z.string(),
  modelVersion: z.string(),
  duration: z.number(),
  pUp: z.number(),
  passability: z.number(),
  payout: z.number(),
  feed: z.string(),
  issuedAt: Instant,
  status: z.string(),
  openPrice: amount,
  openedAt: instant,
  expiresAt: instant,
  closePrice: amount,
  result: text,
  chaseOf: Id.nullable(),
  takenAt: instant,
  deletedAt: instant,
});

const AutomaticSignals = z.object({
  id: Id,
  aiModel: z.string(),
  interval: z.number(),
  symbol: text,
  count: z.number().nullable(),
  take: z.boolean(),
  found: z.unknown(),
  stopAfterLosses: z.number(),
  dailyLimit: z.number(),
  startedAt: Instant,
  state: z.string(),
  stoppedAt: instant,
  stopReason: text,
});

const Balance = z.object({ at: Instant, balance: z.number(), isSelfExcluded: z.boolean() });

const BrokerCheck = z.object({
  kind: z.string(),
  traderId: z.string(),
  state: z.string(),
  startedAt: Instant,
  answeredAt: instant,
});

const BrokerDay = z.object({
  traderId: z.string(),
  day,
  netTurnover: z.number(),
  commission: amount,
  registeredAt: instant,
});

const StopForToday = z.object({ stoppedUntil: Instant });

const ContestEntry = z.object({ contestId: z.string(), joinedAt: Instant });

const Screenshot = z.object({
  contestId: z.string(),
  type: z.string(),
  /** Base64. */
  image: z.string(),
  sentAt: Instant,
});

const Prize = z.object({
  contestId: z.string(),
  prize: z.number(),
  status: z.string(),
  statusAt: Instant,
  sendUntil: Instant,
});

const HeldReview = z.object({
  rating: z.number(),
  text: z.string(),
  signals: z.number(),
  writtenAt: Instant,
  status: z.string(),
});

const News = z.object({ name: z.string(), data: z.unknown(), at: Instant });

/**
 * Administrator actions on the account, or by its owner as an administrator; other people involved
 * are not disclosed.
 */
const AuditedAction = z.object({
  at: Instant,
  action: z.string(),
  isOwn: z.boolean(),
  reason: text,
  before: z.unknown(),
  after: z.unknown(),
});

/**
 * GET user/export: all data stored about a user, except hashes, keys and links that grant access.
 */
export const OwnData = z
  .object({
    exportedAt: Instant,
    account: Account,
    signIns: z.array(SignIn),
    authenticatorApps: z.array(z.object({ createdAt: Instant, confirmedAt: instant })),
    /** Those that are left. */
    recoveryCodes: z.array(z.object({ createdAt: Instant })),
    pushDevices: z.array(HeldPushDevice),
    telegramChats: z.array(HeldChat),
    /** Unused links to the bot. */
    telegramCodes: z.array(z.object({ expiresAt: Instant })),
    alertRules: z.array(HeldAlertRule),
    alerts: z.array(HeldAlert),
    alertMessages: z.array(HeldAlertMessage),
    links: z.array(Link),
    mails: z.array(SentMail),
    signals: z.array(HeldSignal),
    automaticSignals: z.array(AutomaticSignals),
    stopsForToday: z.array(StopForToday),
    payouts: z.array(z.object({ symbol: text, percent: z.number(), updatedAt: Instant })),
    balances: z.array(Balance),
    brokerChecks: z.array(BrokerCheck),
    brokerDays: z.array(BrokerDay),
    contestEntries: z.array(ContestEntry),
    contestScreenshots: z.array(Screenshot),
    contestPrizes: z.array(Prize),
    reviews: z.array(HeldReview),
    /** The weekly digest by mail; empty: not wanted. */
    digestSubscriptions: z.array(z.object({ since: Instant })),
    digestMails: z.array(z.object({ day, queuedAt: Instant })),
    news: z.array(News),
    audit: z.array(AuditedAction),
  })
  .meta({ id: 'OwnData' });
export type OwnData = z.infer<typeof OwnData>;
