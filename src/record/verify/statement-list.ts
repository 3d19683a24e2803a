/** A statement of the record, in its order. Instants in milliseconds UTC. */
export interface TimedStatement {
  readonly index: number;
  readonly isMinute: boolean;
  readonly issuedAt: number;
  /** The earliest expiry that it can have. */
  readonly expiresFrom: number;
}

/** Statements as columns of numbers: half a million of them take 16 MB. */
interface StatementList extends Iterable<TimedStatement> {
  push(statement: TimedStatement): void;
}

const columns = 4;
const firstCapacity = 1_024;

export function createStatementList(): StatementList {
  let values = new Float64Array(firstCapacity * columns);
  let length = 0;
  return {
    push: ({ index, isMinute, issuedAt, expiresFrom }) => {
      if ((length + 1) * columns > values.length) {
        const grown = new Float64Array(2 * values.length);
        grown.set(values);
        values = grown;
      }
      values.set([index, issuedAt, expiresFrom, isMinute ? 1 : 0], length * columns);
      length++;
    },
    *[Symbol.iterator]() {
      for (let i = 0; i < length; i++) {
        const [index = 0, issuedAt = 0, expiresFrom = 0, minute = 0] = values.subarray(i * columns, (i + 1) * columns);
        yield { index, isMinute: minute === 1, issuedAt, expiresFrom };
      }
    },
  };
}
