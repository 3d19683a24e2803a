import pg from 'pg';

/** The server did not answer a query in time. The code is that of a socket, so that callers treat it as one that broke. */
class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database did not answer in time; its connection is closed');
  }
}

/**
 * A class of clients, for one pool, that destroys the connection of a query without an answer in time. The
 * `query_timeout` of pg rejects the query alone: the connection stays, and its next query waits behind the hung one.
 * With it go the pool's other connections that have been silent since: they broke at the same moment.
 */
export function clientWithDeadline(answerMs: number): typeof pg.Client {
  const open = new Set<Client>();

  class Client extends pg.Client {
    #answeredAt = performance.now();
    #timer: NodeJS.Timeout | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      open.add(this);
      this.once('end', () => this.#forget());
      // While a transaction holds the client nobody else listens, and an error without a listener ends the process.
      this.on('error', () => this.#forget());
      this.connection.on('readyForQuery', () => {
        this.#answeredAt = performance.now();
        clearTimeout(this.#timer);
      });
      const send = this.query.bind(this) as (...args: unknown[]) => unknown;
      const sendWithDeadline = (...args: unknown[]): unknown => {
        this.#expectAnswer();
        return send(...args);
      };
      this.query = sendWithDeadline as typeof this.query;
    }

    #expectAnswer(): void {
      // A query on a broken connection is rejected at once.
      if (!open.has(this)) return;
      const sentAt = performance.now();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        for (const client of open) if (client.#answeredAt <= sentAt) client.#destroy();
      }, answerMs);
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
