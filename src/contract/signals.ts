import { z } from 'zod';
import { signalAccessErrors } from '#domain/accounts/access.ts';
import type { Endpoint, Endpoints } from './endpoint.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { directions } from '#domain/market/direction.ts';
import { durations, pickerDurations } from '#domain/market/duration.ts';
import { outcomes, voidCauses, voidReasonLength, voidReasons } from '#domain/signals/outcome.ts';
import { autoRunLimits } from '#domain/signals/limits.ts';
import { AnswerLang, Count, Id, Instant, isWholeText, PairSymbol, queryNumber, Share } from './wire.ts';

export const AiModel = z.enum(aiModelKeys);

/**
 * What the model read and how it weighted it; every figure is from the model that made the
 * forecast.
 */
export const Analytics = z
  .object({
    /**
     * Share of past outcomes above entry for this model and duration, ties excluded: the rate of a
     * random guess.
     */
    baseRate: Share,
    /** The win rate that breaks even at the trader's payout. */
    breakEven: Share,
    /**
     * `effect` in percentage points of P(up), largest first, and last what the age of the forecast took
     * away; starting from 50 they add up to the stated P(up).
     */
    contributions: z.array(z.object({ feature: z.string(), value: z.number(), effect: z.number() })),
    indicators: z.array(z.object({ name: z.string(), value: z.number(), reading: z.string() })),
    levels: z.array(z.object({ name: z.string(), price: z.number() })),
    /** Number of past forecasts on which the stated probability was measured. */
    sampleSize: Count,
    text: z.string(),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.infer<typeof Analytics>;

export const Signal = z
  .object({
    id: Id,
    symbol: z.string(),
    signal: z.enum(directions),
    time: Instant,
    duration: z.literal(durations),
    aiModel: AiModel,
    status: z.enum(['entering', 'live', 'settled']),
    openPrice: z.number().nullable(),
    openedAt: Instant.nullable(),
    closePrice: z.number().nullable(),
    expiresAt: Instant.nullable(),
    result: z.enum(outcomes).nullable(),
    /** Null unless the result is void. */
    voidReason: z.enum(voidReasons).nullable(),
    isWinner: z.boolean().nullable(),
    passability: z.number().min(50).max(100),
    /** What a win pays this trader, as a share of the stake, and the win rate that breaks even at it. */
    payout: Share,
    breakEven: Share,
    /** By `domain/signals/edge`, at this payout; without an edge it is practice, and counted apart. */
    hasEdge: z.boolean(),
    analytics: Analytics,
    /** Its leaf in the public record; null: issued while none was kept. */
    recordIndex: Count.nullable(),
    chaseOf: Id.optional(),
  })
  .meta({ id: 'Signal' });
export type Signal = z.infer<typeof Signal>;

/** A signal as taken by its user. */
const TakeSignalBody = Signal.extend({
  symbol: PairSymbol,
  voidReason: Signal.shape.voidReason.default(null),
  lang: AnswerLang,
}).strict();

/** `1`: when nothing has an edge, the best forecast all the same, as practice. */
const Below = z
  .enum(['0', '1'])
  .default('0')
  .transform((below) => below === '1');

/** Comma-separated. */
const PairList = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((symbol) => symbol.trim())
      .filter(Boolean),
  )
  .optional();

export const IssueSignalQuery = z.object({
  /** `any`: the best forecast of all durations. */
  interval: z.union([z.literal('any'), queryNumber(pickerDurations)]).default(5),
  below: Below,
  symbol: z.string().optional(),
  exclude: PairList,
});

/**
 * Why an administrator voids a signal. `reason`: free text for the audit log; `cause`: for the
 * public record.
 */
export const VoidSignalBody = z.strictObject({
  reason: z.string().trim().min(voidReasonLength.min).max(voidReasonLength.max).refine(isWholeText),
  cause: z.enum(voidCauses).default('other'),
  lang: AnswerLang,
});
export type VoidSignalBody = z.input<typeof VoidSignalBody>;

const within = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

export const StartAutoRunBody = z
  .strictObject({
    aiModel: AiModel,
    interval: z.literal(pickerDurations).default(5),
    symbol: z.string().max(12).optional(),
    /** How many signals; absent: one after another until it is stopped. */
    count: z.int().min(1).max(autoRunLimits.dailyLimit.max).optional(),
    /** `false`: the next forecast with an edge is announced, and no signal issued. */
    take: z.boolean().default(true),
    stopAfterLosses: within(autoRunLimits.stopAfterLosses).default(autoRunLimits.stopAfterLosses.default),
    /**
     * May be lowered at any time; an increase takes effect on the next day. Absent: 10, with a count
     * what was set on the same day.
     */
    dailyLimit: within(autoRunLimits.dailyLimit).optional(),
    lang: AnswerLang,
  })
  .refine(({ take, count }) => take || count === 1, { path: ['count'] });

const autoRunStates = ['running', 'waiting', 'searching', 'stopped'] as const;
export const stopReasons = [
  'user',
  'replaced',
  'losses',
  'daily_limit',
  /** The trader stopped signals for the day (contract/day-stop). */
  'stopped_for_today',
  'market_closed',
  'access_lost',
  /** Its last signal was issued, or its forecast announced. */
  'found',
] as const;

/** The forecast that a run without `take` announced; its direction comes with the signal. */
export const FoundForecast = z.object({
  symbol: z.string(),
  aiModel: AiModel,
  interval: z.literal(pickerDurations),
  passability: z.number().min(50).max(100),
  payout: Share,
  /** Until when an entry is worth it. */
  until: Instant,
});
export type FoundForecast = z.infer<typeof FoundForecast>;

/**
 * An auto run: waits for forecasts with an edge and takes them. `running`: a signal is open;
 * `waiting`: the search for the next one starts at `nextSignalAt`; `searching`: nothing has an edge, the
 * next minute's forecasts come at `nextSignalAt`; `stopped`: ended, with the reason in `stopReason`.
 */
export const AutoRun = z
  .object({
    id: Id,
    aiModel: AiModel,
    interval: z.literal(pickerDurations),
    symbol: z.string().nullable(),
    /** Null: one signal after another. */
    count: Count.nullable(),
    take: z.boolean(),
    found: FoundForecast.nullable(),
    state: z.enum(autoRunStates),
    startedAt: Instant,
    nextSignalAt: Instant.nullable(),
    signalsToday: Count,
    lossesInARow: Count,
    limits: z.object({ stopAfterLosses: z.number().int(), dailyLimit: z.number().int() }),
    stopReason: z.enum(stopReasons).optional(),
    lastSignalId: Id.nullable(),
  })
  .meta({ id: 'SignalSession' });
export type AutoRun = z.infer<typeof AutoRun>;

/**
 * The newest auto run if it is active or stopped by itself within the last day; otherwise
 * null.
 */
const CurrentAutoRun = z.object({ session: AutoRun.nullable() });

/** What is best where nothing has an edge. */
const ForecastBelow = z.object({
  aiModel: AiModel,
  symbol: z.string(),
  signal: z.enum(directions),
  duration: z.literal(durations),
  passability: z.number().min(50).max(100),
  /** As of a signal. */
  payout: Share,
  breakEven: Share,
});
export type ForecastBelow = z.infer<typeof ForecastBelow>;

/**
 * Why nothing has an edge. `thin_hours`: the operator excludes this hour; `not_calibrated`: the model
 * states its conservative probability until it is calibrated on this market; `recent_pairs`: only
 * excluded pairs have an edge.
 */
const noSignalReasons = ['below_threshold', 'thin_hours', 'recent_pairs', 'not_calibrated'] as const;
export type NoSignalReason = (typeof noSignalReasons)[number];

/** `details` of no_signal. */
export const NoSignalDetails = z.object({
  reason: z.enum(noSignalReasons),
  best: ForecastBelow.nullable(),
  /** Median wait of this model and duration at this hour, from the record; null: not measured yet. */
  waitSeconds: z.number().int().positive().nullable(),
  /** When the excluded hours end, or about when the model will be calibrated; null: another reason, or unknown. */
  resumesAt: Instant.nullable(),
});
export type NoSignalDetails = z.infer<typeof NoSignalDetails>;

/** A forecast before it is issued: it never names the direction. */
const Prospect = z.object({
  symbol: z.string(),
  /** As decided then; it ages by `domain/signals/entry-window`. */
  passability: z.number().min(50).max(100),
  decidedAt: Instant,
  payout: Share,
  breakEven: Share,
  /** At the time of the answer. */
  hasEdge: z.boolean(),
});
export type Prospect = z.infer<typeof Prospect>;

/** What each model that forecasts every minute sees now, by duration, at the caller's own payouts. */
export const Outlook = z
  .object({
    /** As in the details of no_signal. */
    resumesAt: Instant.nullable(),
    models: z.array(
      z.object({
        aiModel: AiModel,
        durations: z.array(
          z.object({
            interval: z.literal(pickerDurations),
            /** Null exactly if `best` has an edge. */
            reason: z.enum(noSignalReasons).nullable(),
            /**
             * About one signal in so many minutes at this hour of the day, by the record, at the caller's
             * default payout; null: not measured, or there was none.
             */
            minutes: z.number().positive().nullable(),
            /** With the highest expected value, one with an edge first; of the manual model, of the pair asked for. */
            best: Prospect.nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'Outlook' });
export type Outlook = z.infer<typeof Outlook>;

/** What the best local model sees of each pair, for the manual model. */
export const PairOutlook = z.object({ pairs: z.array(Prospect) }).meta({ id: 'PairOutlook' });
export type PairOutlook = z.infer<typeof PairOutlook>;

/** What keeps a signal from being issued, besides `no_signal`. */
const issueErrors = [
  ...signalAccessErrors,
  'stopped_for_today',
  'vip_balance_required',
  'market_closed',
  'signal_active',
  'model_unavailable',
  'feed_stale',
  'warming_up',
  'clock_wrong',
] as const;

/** By any model, or by the named one. */
const issueSignal = {
  guards: ['signedIn'],
  query: IssueSignalQuery,
  answer: Signal,
  errors: [...issueErrors, 'no_signal', 'symbol_required', 'unknown_symbol', 'unknown_model'],
} satisfies Endpoint;

export const signalEndpoints = {
  'GET /python_api/signal': issueSignal,
  'GET /python_api/signal/:name': issueSignal,
  'GET /python_api/signal/M2/:id': {
    guards: ['signedIn'],
    query: z.object({ below: Below }),
    answer: Signal,
    errors: [...issueErrors, 'no_signal', 'chase_not_allowed'],
  },
  'GET /python_api/signal/:name/explain/:id': {
    guards: ['signedIn'],
    params: z.object({ name: z.string(), id: Id }),
    answer: Analytics,
    errors: ['signal_not_found', 'unknown_model'],
  },
  'GET /python_api/outlook': {
    guards: ['signedIn'],
    query: z.object({
      /** Pairs that are left out where another one has a forecast. */
      exclude: PairList,
      /** The pair of the manual model. */
      symbol: z.string().optional(),
    }),
    answer: Outlook,
    errors: signalAccessErrors,
  },
  'GET /python_api/outlook/pairs': {
    guards: ['signedIn'],
    query: z.object({ interval: queryNumber(pickerDurations).default(5) }),
    answer: PairOutlook,
    errors: signalAccessErrors,
  },
  'GET /api/signal/user/:id': {
    guards: ['signedIn'],
    inMaintenance: true,
    answer: z.object({ items: z.array(Signal) }),
    errors: ['not_found', 'confirmation_required'],
  },
  /** 200: it was taken before. */
  'POST /api/signal/user/:id': {
    guards: ['signedIn'],
    body: TakeSignalBody,
    answer: Signal,
    status: [201, 200],
    errors: ['not_found', 'signal_not_found', 'signal_mismatch', 'signal_expired'],
  },
  'DELETE /api/signal/delete/:id': { guards: ['signedIn'], errors: ['signal_not_found'] },
} satisfies Endpoints;

export const autoRunEndpoints = {
  'POST /api/signal/start': {
    guards: ['signedIn'],
    body: StartAutoRunBody,
    answer: z.object({ session: AutoRun }),
    errors: [...issueErrors, 'symbol_required', 'unknown_symbol'],
  },
  'POST /api/signal/stop': { guards: ['signedIn'] },
  'GET /api/signal/session': { guards: ['signedIn'], inMaintenance: true, answer: CurrentAutoRun },
} satisfies Endpoints;
