import pg from 'pg';

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
 * Creates a client class for one pool that destroys the connection when a query times out. The
 * `query_timeout` of pg only rejects the query: the connection stays, and its next query waits
 * behind the hung one. The pool's other connections that have been silent since the query was sent
 * are destroyed as well, because they broke at the same moment.
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
      // While a transaction holds the client there is no other listener, and an unhandled 'error'
      // event ends the process.
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- passes every overload of `query` on unchanged
      this.query = sendWithDeadline as typeof this.query;
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
