import type { BrokerTrade } from '#domain/contest/broker-trade.ts';

/** A trader's account at the partner broker. Money in US dollars. */
export interface TraderAccount {
  readonly id: string;
  /** Without bonuses. Null: the broker did not say it in a form that can be trusted, which is never the same as 0. */
  readonly balance: number | null;
  readonly isSelfExcluded: boolean;
  /** Since the account was opened; null: not told. */
  readonly netTurnover: number | null;
  /** Ours, since the account was opened; null: not told. */
  readonly commission: number | null;
  /** Milliseconds UTC; null: not told. */
  readonly registeredAt: number | null;
  /** When the broker said all this: an answer may be a few minutes old. */
  readonly answeredAt: number;
}

interface FindOptions {
  /** Asks anew, unless the last answer is younger than ten seconds. */
  readonly fresh?: boolean;
  /** Gives way to people who wait: refused at once while the broker is busy. */
  readonly isBackground?: boolean;
}

/** The port: null only when the broker itself says that no such trader came through our link. */
export interface Broker {
  findTrader(traderId: string, options?: FindOptions): Promise<TraderAccount | null>;
}

/** Of a broker that tells trades: those of a trader that were opened at `since` or later; null: no such trader of ours. */
export interface TradeList {
  listTrades(traderId: string, since: number): Promise<readonly BrokerTrade[] | null>;
}

/** What the broker's side is like, for readiness: down means that every call fails, degraded that it refuses us. */
export type BrokerState = 'ok' | 'degraded' | 'down';

export interface WatchedBroker extends Broker {
  state(): BrokerState;
}

/** Try later: no answer, an error of its own, or one that cannot be read. The message is for the log. */
export class BrokerUnavailable extends Error {
  readonly retryAfterS: number;
  constructor(message: string, retryAfterS: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BrokerUnavailable';
    this.retryAfterS = retryAfterS;
  }
}

/** Our token or partner id is wrong: nothing that a person in front of a screen can mend. */
export class BrokerAuthError extends BrokerUnavailable {
  constructor(status: number, retryAfterS: number) {
    super(`the broker refuses our partner id or token (${status})`, retryAfterS);
    this.name = 'BrokerAuthError';
  }
}
