import { randomUUID } from 'node:crypto';
import { writePrice, writeStatements } from '#domain/record/shadow-minute.ts';
import { hourMs } from '#domain/time.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type MinuteLeaf } from '#record/leaf.ts';
import type { RecordedLeaf } from '#server/modules/record/append/append-leaves.ts';
import { sha256 } from '#node/sha256.ts';

interface Minute {
  readonly at: number;
  readonly feed?: string;
  readonly version?: string;
  readonly isWon: boolean;
  /** Whether the prices name the leaf that they settle. */
  readonly isNamed?: boolean;
}

/**
 * A minute in which kurs_ai_v2 states 57 % for one pair and two durations, of which it would issue
 * the one of 5 minutes, and its end.
 */
export function aMinute({ at, feed = 'simulated:1', version = 'v', isWon, isNamed = true }: Minute): RecordedLeaf[] {
  const stated = { symbol: 'EURUSD', direction: 'BUY', passability: 57, isInTurn: true, isSignal: true } as const;
  const statements = ([2, 5] as const).map((duration) => ({ ...stated, duration, isIssued: duration === 5 }));
  const leaf: MinuteLeaf = {
    form: 'minute/1',
    feed,
    inTurn: 'EURUSD',
    issuedAt: new Date(at).toISOString(),
    seq: 0,
    nonce: randomUUID().replaceAll('-', ''),
    inputs: 'c'.repeat(64),
    forecasts: [writeStatements({ model: 'kurs_ai_v2', version, statements })],
  };
  const hash = Buffer.from(leafHash(sha256, canonicalLeaf(leaf))).toString('hex');
  const price = isWon ? 1.2 : 1;
  const prices = [
    writePrice({ symbol: 'EURUSD', minutes: 0, price: 1.1, afterMs: 100 }),
    writePrice({ symbol: 'EURUSD', minutes: 2, price, afterMs: 120_000 }),
    writePrice({ symbol: 'EURUSD', minutes: 5, price, afterMs: 300_000 }),
  ];
  const signalId = randomUUID();
  const ended = { form: 'minute-prices/1', forecast: isNamed ? hash : '0'.repeat(64), prices } as const;
  return [
    { kind: 'forecast', signalId, at: new Date(at), leaf },
    { kind: 'outcome', signalId, at: new Date(at + hourMs), leaf: ended },
  ];
}
