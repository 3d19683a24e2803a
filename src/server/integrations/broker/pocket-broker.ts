import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type WallClock, minuteMs } from '#domain/time.ts';
import type { Bus } from '../bus/bus.ts';
import type { Semaphores } from '../semaphores/semaphores.ts';
import type { Cache } from '#server/integrations/broker/pocket/answer-cache.ts';
import { BrokerAuthError, BrokerUnavailable, type TraderAccount, type WatchedBroker } from './broker.ts';
import { fetchJson, NoAnswer, type PartnerAnswer, untilAborted } from './pocket/fetch-json.ts';
import { type BalanceMode, parseTrader } from './pocket/parse-trader.ts';
import { createAnswerCache } from './pocket/answer-cache.ts';

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
const maxWaiting = 100;
/** While the calls of other processes take all permits. */
const permitPollMs = 50;

/** The partner API of Pocket Option; the sandbox broker speaks the same protocol. */
export function createPocketBroker(needs: PocketBrokerDependencies): WatchedBroker {
  const { clock, log } = needs;
  const { bus, semaphores, cache } = needs.shared;
  const breaker = createCircuitBreaker(clock, needs.chance, bus);
  const queue = createCallQueue();
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
      return await withPermit(traderId, deadline.signal, isBackground).finally(turn);
    } catch (error) {
      throw deadline.signal.aborted && !(error instanceof BrokerUnavailable)
        ? unavailable('no answer within the timeout')
        : error;
    } finally {
      cancel();
    }
  };

  /** Limits the concurrent calls of all processes. */
  const withPermit = async (traderId: string, signal: AbortSignal, isBackground: boolean) => {
    const limits = { 'calls of the broker': isBackground ? callsAtOnce / 2 : callsAtOnce };
    let permit = await semaphores.take(limits);
    while (!permit) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => needs.after(permitPollMs, resolve));
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

type Leave = () => void;

/**
 * Limits how many calls run at once and how many may wait. Background calls start only while less
 * than half of the slots are in use, and after the calls of waiting users.
 */
function createCallQueue() {
  let running = 0;
  const people = new Set<() => void>();
  const background = new Set<() => void>();
  const hasSlot = (isBackground: boolean): boolean => running < (isBackground ? callsAtOnce / 2 : callsAtOnce);

  const leave = (): void => {
    running--;
    const [next] = people.size > 0 ? people : hasSlot(true) ? background : [];
    next?.();
  };
  const start = (): Leave => {
    running++;
    let isOver = false;
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  };
  const waitForTurn = (waiting: Set<() => void>, signal: AbortSignal): Promise<Leave> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(proceed);
        reject(signal.reason);
      };
      const proceed = (): void => {
        waiting.delete(proceed);
        signal.removeEventListener('abort', giveUp);
        resolve(start());
      };
      waiting.add(proceed);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return {
    /**
     * Null: the queue is full. Otherwise resolves when it is this call's turn, or rejects when the
     * signal aborts first.
     */
    enter: (signal: AbortSignal, isBackground: boolean): Promise<Leave> | null => {
      if (hasSlot(isBackground)) return Promise.resolve(start());
      const waiting = isBackground ? background : people;
      return waiting.size < maxWaiting ? waitForTurn(waiting, signal) : null;
    },
  };
}

const failuresToOpen = 5;
const firstPauseMs = 5_000;
const maxPauseMs = 300_000;

/**
 * Protects a partner that is down: after several failures in a row only one probe at a time of each
 * process, at growing intervals. Processes notify each other when it opens and closes.
 */
function createCircuitBreaker(clock: WallClock, chance: () => number, bus: Bus) {
  let failures = 0;
  let closedUntil = 0;
  let heldUntil = 0;
  let isProbing = false;
  const isOpen = (): boolean => failures >= failuresToOpen;

  bus.onNotice('broker_paused', (pause) => {
    failures = Math.max(failures, pause.failures);
    if (pause.failures === 0) heldUntil = Math.max(heldUntil, pause.until);
    else closedUntil = Math.max(closedUntil, pause.until);
  });
  bus.onNotice('broker_answered', () => {
    failures = 0;
    closedUntil = 0;
  });

  /**
   * 5, 10, 20 … 300 s, each with up to a fifth of jitter, so that many processes do not retry at
   * once.
   */
  const pause = (): number => {
    const doubled = firstPauseMs * 2 ** Math.min(failures - failuresToOpen, 10);
    return Math.min(doubled, maxPauseMs) * (1 + chance() / 5);
  };

  return {
    /**
     * Milliseconds until a call is allowed; 0: now, and the call counts as the probe if one is due.
     */
    enter: (): number => {
      const wait = Math.max(closedUntil, heldUntil) - clock.now();
      if (wait > 0) return wait;
      if (!isOpen()) return 0;
      if (isProbing) return firstPauseMs;
      isProbing = true;
      return 0;
    },
    /** The partner answered, whatever the content. */
    succeed: (): void => {
      if (isOpen()) bus.notify('broker_answered', null);
      failures = 0;
      isProbing = false;
    },
    fail: (): void => {
      failures++;
      isProbing = false;
      if (isOpen()) bus.notify('broker_paused', { until: clock.now() + pause(), failures });
    },
    /** The partner asked not to be called until then, milliseconds UTC. */
    holdUntil: (until: number): void => bus.notify('broker_paused', { until, failures: 0 }),
    isOpen,
  };
}
