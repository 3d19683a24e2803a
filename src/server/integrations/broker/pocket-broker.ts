import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type WallClock, minuteMs } from '#domain/time.ts';
import type { Bus } from '../bus/bus.ts';
import type { Semaphores } from '../semaphores/semaphores.ts';
import type { Cache } from '#server/integrations/broker/pocket/answer-cache.ts';
import { BrokerAuthError, BrokerUnavailable, type TraderAccount, type WatchedBroker } from './broker.ts';
import {
  createCallQueue,
  createCircuitBreaker,
  fetchJson,
  NoAnswer,
  type PartnerAnswer,
  untilAborted,
} from './pocket/fetch-json.ts';
import { createAnswerCache } from './pocket/answer-cache.ts';
import { z } from 'zod';

interface PocketBrokerDependencies {
  /** Address of the broker's API, once it is known: a sandbox takes a moment to start. */
  readonly apiUrl: () => Promise<string>;
  readonly partnerId: string;
  /** Leaves this file only as part of a hash. */
  readonly apiToken: string;
  readonly balanceMode: BalanceMode;
  readonly clock: WallClock;
  readonly chance: () => number;
  /** Calls `task` once after `ms`; the returned function cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: FastifyBaseLogger;
  /** By which the processes of the product count their calls together and share answers. */
  readonly shared: BrokerSharing;
}

export interface BrokerSharing {
  readonly bus: Bus;
  readonly semaphores: Semaphores;
  readonly cache: Cache;
}

/** Deadline of a whole call: the wait in the queue, redirects and the body. */
const withinMs = 5_000;
const retryAfterS = 10;
const maxRetryAfterS = 3_600;
/** Background calls use half of them. */
const callsAtOnce = 4;
/** While the calls of other processes take all permits. */
const placePollMs = 50;

/** The partner API of Pocket Option; the sandbox broker speaks the same protocol. */
export function createPocketBroker(needs: PocketBrokerDependencies): WatchedBroker {
  const { clock, log } = needs;
  const { bus, semaphores, cache } = needs.shared;
  const breaker = createCircuitBreaker(clock, needs.chance, bus);
  const queue = createCallQueue({ atOnce: callsAtOnce, maxWaiting: 100 });
  const answers = createAnswerCache(clock, cache);
  const logOnce = createLogOnce();
  let isRejected = false;

  const getAddress = async (traderId: string): Promise<URL> => {
    const { partnerId, apiToken } = needs;
    const hash = createHash('md5').update(`${traderId}:${partnerId}:${apiToken}`).digest('hex');
    return new URL(`/api/user-info/${traderId}/${encodeURIComponent(partnerId)}/${hash}`, await needs.apiUrl());
  };

  const unavailable = (reason: string, waitMs = retryAfterS * 1000): BrokerUnavailable =>
    new BrokerUnavailable(reason, Math.min(maxRetryAfterS, Math.max(1, Math.ceil(waitMs / 1000))));

  const parseAnswer = (traderId: string, answer: PartnerAnswer): TraderAccount | null => {
    const { status } = answer;
    if (status === 401 || status === 403) throw refused(status);
    if (status === 200 || status === 404) logAccepted();
    if (status === 404) return null;
    if (status === 429) {
      const wait = getWait(answer.retryAfter, clock.now());
      breaker.holdUntil(clock.now() + wait);
      throw unavailable('rate-limited by the broker (429)', wait);
    }
    if (status !== 200) throw new NoAnswer(`the broker answered ${status}`);
    if (answer.json === null) throw new NoAnswer('the answer is not JSON');
    return understandTrader(traderId, answer.json);
  };

  const rejectAnswer = (error: string): never => {
    logOnce(error, () => log.error({ fields: error }, 'broker response is invalid and was discarded'));
    throw unavailable(`invalid response: ${error}`);
  };

  const understandTrader = (traderId: string, json: unknown): TraderAccount => {
    const reading = parseTrader(json, { id: traderId, mode: needs.balanceMode, now: clock.now() });
    if ('error' in reading) return rejectAnswer(reading.error);
    for (const field of reading.unknown)
      logOnce(field, () => log.error({ fields: field }, 'broker response has missing or malformed fields'));
    return reading.trader;
  };

  /** One alert per state change, not one per call. */
  const refused = (status: number): BrokerAuthError => {
    if (!isRejected)
      log.error({ status }, 'broker rejects our partner id or token; check BROKER_PARTNER_ID and BROKER_API_TOKEN');
    isRejected = true;
    return new BrokerAuthError(status, 60);
  };
  const logAccepted = (): void => {
    if (isRejected) log.info('broker accepts our partner id and token again');
    isRejected = false;
  };

  const call = async (traderId: string, isBackground: boolean): Promise<TraderAccount | null> => {
    const deadline = new AbortController();
    const cancel = needs.after(withinMs, () => deadline.abort());
    try {
      const turn = await (queue.enter(deadline.signal, isBackground) ??
        Promise.reject(unavailable('too many calls are queued')));
      return await inPlace(traderId, deadline.signal, isBackground).finally(turn);
    } catch (error) {
      throw deadline.signal.aborted && !(error instanceof BrokerUnavailable)
        ? unavailable('no answer within the timeout')
        : error;
    } finally {
      cancel();
    }
  };

  /** Limits the concurrent calls of all processes. */
  const inPlace = async (traderId: string, signal: AbortSignal, isBackground: boolean) => {
    const limits = { 'calls of the broker': isBackground ? callsAtOnce / 2 : callsAtOnce };
    let permit = await semaphores.take(limits);
    while (!permit) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => needs.after(placePollMs, resolve));
      permit = await semaphores.take(limits);
    }
    return probe(traderId, signal).finally(permit.release);
  };

  const probe = async (traderId: string, signal: AbortSignal): Promise<TraderAccount | null> => {
    const wait = breaker.enter();
    if (wait > 0) throw unavailable('the circuit breaker is open', wait);
    try {
      const address = await untilAborted(getAddress(traderId), signal);
      const answer = parseAnswer(traderId, await fetchJson(address, signal));
      breaker.succeed();
      return answer;
    } catch (error) {
      if (error instanceof BrokerUnavailable) {
        breaker.succeed();
        throw error;
      }
      recordFailure(error);
      throw unavailable(error instanceof NoAnswer ? error.message : 'no answer');
    }
  };

  const recordFailure = (error: unknown): void => {
    const wasOpen = breaker.isOpen();
    breaker.fail();
    const reason = error instanceof NoAnswer ? error.message : 'no answer';
    if (!wasOpen && breaker.isOpen())
      log.warn({ reason }, 'broker is unavailable; reducing requests until it responds');
  };

  return {
    findTrader: async (traderId, { fresh = false, isBackground = false } = {}) => {
      requireId(traderId);
      return answers.getOrFetch(traderId, fresh, () => call(traderId, isBackground));
    },
    state: () => (breaker.isOpen() ? 'down' : isRejected ? 'degraded' : 'ok'),
  };
}

function requireId(traderId: string): void {
  if (!/^[0-9]{1,20}$/.test(traderId)) throw new TypeError('invalid trader id');
}

/** Retry-After in seconds or as a date; one minute when it is neither. */
function getWait(retryAfter: string | null, now: number): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter ?? '') - now;
  return Number.isNaN(ms) || ms <= 0 ? minuteMs : Math.min(ms, maxRetryAfterS * 1000);
}

/**
 * Logs each kind of error once, so that a broker that changes its answers does not flood the log.
 */
function createLogOnce() {
  const logged = new Set<string>();
  return (what: string, log: () => void): void => {
    if (logged.has(what) || logged.size >= 100) return;
    logged.add(what);
    log();
  };
}

/**
 * The answer of `GET /api/user-info/{trader_id}/{partner_id}/{hash}`, as several independent public
 * codebases read it (there is no official page): flat JSON, e.g.
 * {"uid":"7731402","reg_date":"2026-10-02 11:20:05","balance":"124.5",
 * "sum_bonuses":0,"net_turnover":1284,"commission":"21.4","self_excluded":false, …}. Numbers may be
 * strings; other fields are allowed. uid and self_excluded decide who gets signals, so an answer
 * without them is invalid.
 */
const UserInfo = z.object({
  uid: z.union([z.string(), z.number().int()]).transform(String),
  self_excluded: z
    .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false']), z.null()])
    .transform((stated) => stated === true || stated === 1 || stated === '1' || stated === 'true'),
  balance: z.unknown().optional(),
  sum_bonuses: z.unknown().optional(),
  net_turnover: z.unknown().optional(),
  commission: z.unknown().optional(),
  reg_date: z.unknown().optional(),
});
type UserInfo = z.infer<typeof UserInfo>;

type BalanceMode = 'minus_bonuses' | 'raw';

type Reading =
  | { readonly trader: TraderAccount; readonly unknown: readonly string[] }
  /** Why the answer is invalid, without any value from it: values may be secrets. */
  | { readonly error: string };

function parseTrader(json: unknown, requested: { id: string; mode: BalanceMode; now: number }): Reading {
  const parsed = UserInfo.safeParse(json);
  if (!parsed.success) return { error: parsed.error.issues.map(({ path }) => path.join('.') || 'body').join(', ') };
  const info = parsed.data;
  if (info.uid !== requested.id) return { error: 'uid is that of another trader' };
  const trader: TraderAccount = {
    id: info.uid,
    balance: getBalance(info, requested.mode),
    isSelfExcluded: info.self_excluded,
    netTurnover: toAmount(info.net_turnover),
    commission: toAmount(info.commission),
    registeredAt: parseInstant(info.reg_date),
    answeredAt: requested.now,
  };
  return { trader, unknown: trader.balance === null ? ['balance'] : [] };
}

/**
 * Whether the broker's `balance` includes bonuses is undocumented, so the operator configures it.
 * Bonuses never count.
 */
function getBalance(info: UserInfo, mode: BalanceMode): number | null {
  const balance = toAmount(info.balance);
  if (mode === 'raw' || balance === null) return balance;
  const bonuses = toAmount(info.sum_bonuses);
  return bonuses === null ? null : Math.max(0, toCents(balance - bonuses));
}

/**
 * Accepts plain decimal numbers only: the comma in "1,234.50" is ambiguous, and money is not
 * guessed.
 */
function toAmount(value: unknown): number | null {
  if (typeof value === 'string' && !/^-?\d{1,12}(\.\d{1,8})?$/.test(value.trim())) return null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const amount = Number(value);
  return Number.isFinite(amount) && Math.abs(amount) < largestAmount ? toCents(amount) : null;
}

/** Larger values are not amounts of money. */
const largestAmount = 1e12;

const toCents = (amount: number): number => Math.round(amount * 100) / 100;

/** `2026-10-02 11:20:05` or ISO; the zone is not given, so UTC is assumed. */
function parseInstant(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d))?/.exec(value.trim());
  const at = match ? Date.parse(`${match[1]}T${match[2] ?? '00:00:00'}Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
