import pg from 'pg';
import { minuteMs } from '#domain/time.ts';

/** In milliseconds. The server ends a query before the client gives up on its connection. */
export interface DatabaseTimeouts {
  /** Until a new connection is ready or a pooled one is free. */
  readonly connect: number;
  /** Lock timeout, per lock. Frees requests that wait behind a dead connection. */
  readonly lock: number;
  /** Statement timeout. Longer work is done in batches. */
  readonly statement: number;
  /** Without a response for this long, the connection is considered dead. */
  readonly answer: number;
  /**
   * After this pause between two statements, the server ends the transaction and releases its
   * locks.
   */
  readonly idleInTransaction: number;
}

/** Their sum over one connection is below the ten seconds within which writers resume after an outage. */
export const databaseTimeouts: DatabaseTimeouts = {
  connect: 1_000,
  lock: 4_000,
  statement: 5_000,
  answer: 6_000,
  idleInTransaction: 5_000,
};

/**
 * A pool closes a connection after 10 s without a query, so an older idle session belongs to a dead
 * client.
 */
const idleSessionMs = minuteMs;

/**
 * What the product relies on in each session, by the names of pg_settings: an operator, a database or a
 * role may have set them otherwise. The driver reads dates in ISO alone, and floats must lose no digit.
 */
const dialect = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
  extra_float_digits: '1',
  bytea_output: 'hex',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
};

export type SessionSettings = Readonly<Record<string, string>>;

/** Of every pool. */
export const poolSession = ({ lock, statement, idleInTransaction }: DatabaseTimeouts): SessionSettings => ({
  ...dialect,
  lock_timeout: String(lock),
  statement_timeout: String(statement),
  idle_in_transaction_session_timeout: String(idleInTransaction),
  idle_session_timeout: String(idleSessionMs),
});

/**
 * Sets them by a query: a pooler in front of the server drops or refuses most of the parameters that a
 * connection may begin with.
 */
export const configureSession = async (client: pg.ClientBase, settings: SessionSettings): Promise<void> => {
  const statements = Object.entries({ ...dialect, ...settings }).map(([name, value]) => `set ${name} = '${value}'`);
  await client.query(statements.join(';'));
};

/** Connection settings of every pool. */
export const connectionSettings = (url: string, timeouts: DatabaseTimeouts = databaseTimeouts) =>
  ({
    connectionString: url,
    Client: createClientClass(timeouts),
    connectionTimeoutMillis: timeouts.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: timeouts.answer,
  }) satisfies pg.PoolConfig;

/**
 * The server did not answer a query in time. Has the error code of a socket timeout, so that
 * callers treat it as a broken connection.
 */
class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database did not answer in time; its connection is closed');
  }
}

/**
 * Creates a client class for one pool that sets what its sessions rely on before their first query, and
 * destroys the connection when a query times out. The
 * `query_timeout` of pg only rejects the query: the connection stays, and its next query waits
 * behind the hung one. The pool's other connections that have been silent since the query was sent
 * are destroyed as well, because they broke at the same moment.
 */
function createClientClass(timeouts: DatabaseTimeouts): typeof pg.Client {
  const { answer: answerMs } = timeouts;
  const session = poolSession(timeouts);
  const open = new Set<Client>();

  class Client extends pg.Client {
    #answeredAt = performance.now();
    #timer: NodeJS.Timeout | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      open.add(this);
      this.once('end', () => this.#forget());
      // While a transaction holds the client there is no other listener, and an unhandled 'error'
      // event ends the process.
      this.on('error', () => this.#forget());
      this.connection.on('readyForQuery', () => {
        this.#answeredAt = performance.now();
        clearTimeout(this.#timer);
      });
      const connect = this.connect.bind(this) as () => Promise<unknown>;
      const connectAndBegin = (callback?: (error: unknown) => void): unknown =>
        callback ? this.#beginFor(callback, connect) : this.#begin(connect);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both overloads of `connect`
      this.connect = connectAndBegin as typeof this.connect;
      const send = this.query.bind(this) as (...args: unknown[]) => unknown;
      const sendWithDeadline = (...args: unknown[]): unknown => {
        this.#expectAnswer();
        return send(...args);
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passes every overload of `query` on unchanged
      this.query = sendWithDeadline as typeof this.query;
    }

    /** Before the first query of anybody; a pool's timeout for a new connection runs until then. */
    async #begin(connect: () => Promise<unknown>): Promise<this> {
      await connect();
      await configureSession(this, session).catch((error: unknown) => {
        this.#destroy();
        throw error;
      });
      return this;
    }

    /** As a pool calls it. */
    async #beginFor(callback: (error: unknown) => void, connect: () => Promise<unknown>): Promise<void> {
      let failure: unknown = null;
      try {
        await this.#begin(connect);
      } catch (error) {
        failure = error;
      }
      callback(failure);
    }

    #expectAnswer(): void {
      // pg rejects a query on a broken connection immediately.
      if (!open.has(this)) return;
      const sentAt = performance.now();
      clearTimeout(this.#timer);
      const destroySilent = (): void => {
        if (this.#answeredAt > sentAt) return;
        for (const client of open) if (client.#answeredAt <= sentAt) client.#destroy();
      };
      // A process that was busy meanwhile first reads what has arrived: sockets are read between
      // expired timers and immediates.
      this.#timer = setTimeout(() => setImmediate(destroySilent), answerMs);
    }

    #destroy(): void {
      this.#forget();
      this.connection.stream.destroy(new SilentConnection());
    }

    #forget(): void {
      clearTimeout(this.#timer);
      open.delete(this);
    }
  }
  return Client;
}
