import type { BrokerLinks } from '#contract/traders.ts';
import type { Component } from '#server/start/component.ts';

/** A trader's account at the partner broker. Money in US dollars. */
export interface TraderAccount {
  readonly id: string;
  /**
   * Without bonuses. Null: the broker did not report it in a trustworthy form, which is never the
   * same as 0.
   */
  readonly balance: number | null;
  readonly isSelfExcluded: boolean;
  /** Since the account was opened; null: not reported. */
  readonly netTurnover: number | null;
  /** Our commission since the account was opened; null: not reported. */
  readonly commission: number | null;
  /** Milliseconds UTC; null: not reported. */
  readonly registeredAt: number | null;
  /** When the broker reported these values: a cached answer may be a few minutes old. */
  readonly answeredAt: number;
}

interface FindOptions {
  /** Bypasses the cache unless the last answer is younger than ten seconds. */
  readonly fresh?: boolean;
  /** Yields to interactive calls: rejected at once while the broker is busy. */
  readonly isBackground?: boolean;
}

/**
 * The port: null only when the broker itself reports that no such trader registered through our
 * link.
 */
export interface Broker {
  findTrader(traderId: string, options?: FindOptions): Promise<TraderAccount | null>;
}

/**
 * State of the broker for readiness: down means that every call fails, degraded that it rejects us
 * or that the partner's list is too old.
 */
type BrokerState = 'ok' | 'degraded' | 'down';

export interface WatchedBroker extends Broker {
  state(): BrokerState | Promise<BrokerState>;
}

/**
 * Retry later: no answer, a broker-side error, or an unreadable answer. The message is for the log.
 */
export class BrokerUnavailable extends Error {
  readonly retryAfterS: number;
  constructor(message: string, retryAfterS: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrokerUnavailable';
    this.retryAfterS = retryAfterS;
  }
}

/** Our token or partner id is wrong: nothing that the user can fix. */
export class BrokerAuthError extends BrokerUnavailable {
  constructor(status: number, retryAfterS: number) {
    super(`broker rejects our partner id or token (${status})`, retryAfterS);
    this.name = 'BrokerAuthError';
  }
}

/** No list of the partner and no administrator has stated this trader yet (BROKER=manual). */
export class NotStated extends BrokerUnavailable {
  constructor() {
    super('no list has this trader yet', 3_600);
    this.name = 'NotStated';
  }
}

export interface Visitor {
  readonly lang: string;
  readonly campaign: string | null;
  /** Signed: the user whose link this is. */
  readonly state: string;
}

/** What a win pays now, percent of the stake, of each pair that the broker states itself. */
type ReadPayouts = (stopping: AbortSignal) => Promise<ReadonlyMap<string, number>>;

/** All that the configured broker provides. */
export interface BrokerSide {
  readonly broker: WatchedBroker;
  readonly readPayouts: ReadPayouts;
  /** Training with play money: amounts are nobody's secret. */
  readonly hasPlayMoney: boolean;
  /** With it the broker's server reports registrations; null: it reports none. */
  readonly postbackKey: string | null;
  readonly brokerLinks: (visitor: Visitor) => Promise<BrokerLinks>;
  /** Traders of the demo account: the sandbox's own, available before its process listens. */
  readonly seedTraders: Broker;
  /** The process of our own training broker, if this configuration has one. */
  readonly sandbox: Component;
}
