/** A statement of the record, in its order. Instants in milliseconds UTC. */
export interface TimedStatement {
  readonly index: number;
  readonly isMinute: boolean;
  readonly issuedAt: number;
  /** The earliest expiry that it can have. */
  readonly expiresFrom: number;
  /** Computed after its outcome, at a demo's start: nothing can prove it. */
  readonly isPlayed: boolean;
}

/** Statements as columns of numbers: half a million of them take 16 MB. */
interface StatementList extends Iterable<TimedStatement> {
  push(statement: TimedStatement): void;
}

const columns = 4;
const firstCapacity = 1_024;
const [minuteFlag, playedFlag] = [1, 2];

export function createStatementList(): StatementList {
  let values = new Float64Array(firstCapacity * columns);
  let length = 0;
  return {
    push: ({ index, isMinute, issuedAt, expiresFrom, isPlayed }) => {
      if ((length + 1) * columns > values.length) {
        const grown = new Float64Array(2 * values.length);
        grown.set(values);
        values = grown;
      }
      const flags = (isMinute ? minuteFlag : 0) + (isPlayed ? playedFlag : 0);
      values.set([index, issuedAt, expiresFrom, flags], length * columns);
      length++;
    },
    *[Symbol.iterator]() {
      for (let i = 0; i < length; i++) {
        const [index = 0, issuedAt = 0, expiresFrom = 0, flags = 0] = values.subarray(i * columns, (i + 1) * columns);
        const [isMinute, isPlayed] = [flags % playedFlag === minuteFlag, flags >= playedFlag];
        yield { index, isMinute, issuedAt, expiresFrom, isPlayed };
      }
    },
  };
}
