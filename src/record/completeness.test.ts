import { describe, expect, it } from 'vitest';
import { minuteMs } from '#domain/time.ts';
import { type Completeness, createCompleteness, type Violation } from './completeness.ts';

const start = Date.parse('2026-03-02T09:00:00.000Z');
const feed = 'simulated:1';

/** A record written minute by minute, as `change` has it. */
function record(write: (log: Log) => void, from = 0): Violation[] {
  const found: Violation[] = [];
  const check = createCompleteness((violation) => found.push(violation), from);
  write(createLog(check));
  return found;
}

type Log = ReturnType<typeof createLog>;

function createLog(check: Completeness) {
  let index = 0;
  let seq = 0;
  const getIssuedAt = (minute: number): number => start + minute * minuteMs + 650;
  return {
    check,
    minute: (minute: number, change: { seq?: number; issuedAt?: number } = {}) => {
      const issuedAt = getIssuedAt(minute);
      const expiresBy = issuedAt + 10 * minuteMs + 5_000;
      check.state({ index, key: `m${minute}`, feed, seq, issuedAt, expiresBy, isMinute: true, ...change });
      seq++;
      index++;
    },
    signal: (key: string, issuedAt: number, change: { seq?: number } = {}) => {
      check.state({
        index,
        key,
        feed,
        seq,
        issuedAt,
        expiresBy: issuedAt + 3 * minuteMs + 5_000,
        isMinute: false,
        ...change,
      });
      seq++;
      index++;
    },
    settle: (minute: number) =>
      check.end({ index: index++, key: `m${minute}`, endedAt: getIssuedAt(minute) + 10 * minuteMs }),
    end: (key: string, endedAt: number | null) => check.end({ index: index++, key, endedAt }),
    gap: (from: number, to: number, reason: 'stopped' | 'closed' = 'stopped') =>
      check.gap(index++, feed, { from: start + from * minuteMs, to: start + to * minuteMs, reason }),
    closed: (minute: number) => {
      check.closed(index++, getIssuedAt(minute));
      seq++;
    },
  };
}

/** Minutes with everything that is due, in the order in which the product writes. */
function run(log: Log, from: number, to: number): void {
  for (let minute = from; minute < to; minute++) {
    log.minute(minute);
    if (minute >= 11) log.settle(minute - 11);
  }
}

const at = (minutes: number): number => start + minutes * minuteMs;

describe('an honest record', () => {
  it('has no violation, with signals, a stop and unopened leaves at its end', () => {
    const violations = record((log) => {
      run(log, 0, 20);
      log.signal('a', at(19.5));
      run(log, 20, 24);
      log.end('a', at(22.6));
      for (let minute = 13; minute < 24; minute++) log.settle(minute);
      log.gap(23, 600);
      log.minute(601);
      log.closed(602);
      log.closed(603);
      log.check.finish(at(604));
    });
    expect(violations).toEqual([]);
  });

  it('may be read from any leaf on: a signal before the minute or the gap that covers the ones before', () => {
    const beforeMinute = record((log) => {
      log.signal('a', at(20) + 300);
      run(log, 20, 24);
    }, 1);
    expect(beforeMinute).toEqual([]);
    const beforeGap = record((log) => {
      log.signal('a', at(20.5));
      log.gap(10, 20, 'closed');
      run(log, 21, 24);
    }, 1);
    expect(beforeGap).toEqual([]);
  });
});

describe('a violation names the leaf', () => {
  it('of a number that is missing or repeated', () => {
    expect(record((log) => log.minute(0, { seq: 1 }))).toEqual([{ kind: 'sequence', index: 0, expected: 0, found: 1 }]);
    const later = record((log) => {
      log.minute(0);
      log.minute(1, { seq: 0 });
    });
    expect(later).toEqual([{ kind: 'sequence', index: 1, expected: 1, found: 0 }]);
  });

  it('of a statement older than its predecessor', () => {
    const violations = record((log) => {
      log.minute(5);
      log.signal('a', at(5));
    });
    expect(violations).toEqual([{ kind: 'order', index: 1 }]);
  });

  it('of an outcome recorded before its end', () => {
    const violations = record((log) => {
      log.minute(5);
      log.signal('a', at(5.1));
      log.end('a', at(8.1));
      log.minute(6);
      log.minute(7);
    });
    expect(violations).toEqual([{ kind: 'ended_before', index: 2 }]);
  });

  it('of a signal without an outcome, and of one decided late', () => {
    const violations = record((log) => {
      log.signal('a', at(0.1));
      run(log, 1, 15);
      log.end('a', at(3.1));
    });
    expect(violations).toEqual([{ kind: 'undecided', index: 0 }]);
  });

  it('of a minute that is missing, comes twice, or lies in a gap', () => {
    const missing = record((log) => {
      log.minute(0);
      log.minute(2);
    });
    expect(missing).toEqual([{ kind: 'minutes_missing', index: 1, from: at(0), to: at(1) }]);
    const twice = record((log) => {
      log.minute(0);
      log.minute(0);
    });
    expect(twice).toEqual([{ kind: 'minute_twice', index: 1 }]);
    const inGap = record((log) => {
      log.minute(0);
      log.gap(0, 2);
      log.minute(2);
    });
    expect(inGap).toEqual([{ kind: 'minute_twice', index: 2 }]);
  });

  it('of signals that go on for long without any minute', () => {
    const violations = record((log) => {
      log.signal('a', at(0));
      log.end('a', null);
      log.signal('b', at(30));
    });
    expect(violations).toEqual([{ kind: 'minutes_missing', index: 2, from: at(0), to: at(30) }]);
  });

  it('of a leaf that is not opened in time, or lies in the future', () => {
    const violations = record((log) => {
      log.minute(0);
      log.closed(1);
      log.closed(100);
      log.check.finish(at(21.3));
    });
    expect(violations).toContainEqual({ kind: 'unopened', index: 1 });
    expect(violations).toContainEqual({ kind: 'future', index: 2 });
  });

  it('of minutes missing at the end', () => {
    const violations = record((log) => {
      log.minute(0);
      log.end('m0', null);
      log.check.finish(at(60));
    });
    expect(violations).toEqual([{ kind: 'minutes_missing', index: 2, from: at(0), to: at(60) }]);
  });
});

it('a record read from its middle is held to the rules from there on', () => {
  const violations = record((log) => {
    log.end('unknown', at(1));
    log.minute(7, { seq: 4_711 });
    log.minute(8, { seq: 4_712 });
  }, 500);
  expect(violations).toEqual([]);
});
