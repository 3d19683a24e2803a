import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { durations } from '#domain/market/duration.ts';
import { pairInTurn, type Statement, writePrice, writeStatements } from '#domain/record/shadow-minute.ts';
import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { lateDelays } from '#domain/signals/late-entry.ts';
import { minuteMs, weekMs, startOfMinute } from '#domain/time.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type MinuteLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { createPreviewAlerts } from '#server/modules/alerts/preview-alerts.ts';
import { createReadStatedSignals } from '#server/modules/record/figures/read-stated-signals.ts';
import { type RecordedLeaf, writeLeaves } from '#server/modules/record/append/write-leaves.ts';
import { sha256 } from '#node/sha256.ts';
import { createFigure } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';

const feed = 'simulated:1';
const models: readonly AiModelKey[] = aiModelKeys.filter((key) => !/chatgpt|manual/.test(key));
const symbols = currencyPairs.map(({ symbol }) => symbol);
const minutes = weekMs / minuteMs;
const batch = 500;
const rounds = 10;

export const alertPreviewRow: Row = {
  name: 'alert-preview',
  what: `the preview of an alert rule over ${minutes.toLocaleString('en')} minutes of shadow forecasts of 28 pairs`,
  peer: 'none',
  async measure(print) {
    const postgres = await startOwnPostgres();
    const loop = monitorEventLoopDelay({ resolution: 1 });
    try {
      print('writing a week of minutes');
      const end = startOfMinute(Date.now());
      await writeWeek(postgres.db, end - weekMs);
      const preview = createPreviewAlerts({
        readStatedSignals: createReadStatedSignals(
          { db: postgres.db, feed, payout: 0.82, clock: { now: () => end } },
          weekMs,
        ),
        feed: { symbols: currencyPairs.map(({ symbol }) => symbol) },
        hours: { calendar: 'always', window: null },
        mayUseVip: () => true,
      });
      const timed = async (wanted: object): Promise<number> => {
        const startedAt = performance.now();
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- access to models is decided above
        await preview({} as User, wanted);
        return performance.now() - startedAt;
      };
      print('previewing');
      loop.enable();
      const first = await timed({});
      const blockedMs = loop.max / 1e6;
      const quietHours = { from: '22:00', to: '07:00', timezone: 'Europe/Kyiv' };
      const [any, narrow] = [
        { perHour: 60, quietHours },
        { symbols: ['EURUSD'], durations: [5], minPassability: 57 },
      ];
      const ofAny: number[] = [];
      const ofNarrow: number[] = [];
      for (let round = 0; round < rounds; round++) {
        ofAny.push(await timed(any));
        ofNarrow.push(await timed(narrow));
      }
      return [
        createFigure('any model, pair and duration, with quiet hours', 'ms', ofAny, { atMost: 200 }),
        createFigure('one pair and one duration', 'ms', ofNarrow, { atMost: 100 }),
        createFigure('the first preview of a process, which reads the week', 'ms', [first]),
        createFigure('longest pause of the event loop meanwhile', 'ms', [blockedMs], { atMost: 100 }),
      ];
    } finally {
      loop.disable();
      await postgres.stop();
    }
  },
};

async function writeWeek(db: Database, from: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += batch) {
    const leaves = Array.from({ length: Math.min(batch, minutes - minute) }, (_, i) => listLeaves(minute + i, from));
    await db.transaction((tx) => writeLeaves(tx, leaves.flat()));
  }
}

/** As the engine states it: all of the pair in turn, and the strongest signal of each duration. */
function listLeaves(minute: number, from: number): RecordedLeaf[] {
  const at = new Date(from + minute * minuteMs);
  const inTurn = pairInTurn(symbols, at.getTime()) ?? '';
  const leaf: MinuteLeaf = {
    form: 'minute/1',
    feed,
    inTurn,
    issuedAt: at.toISOString(),
    seq: 0,
    nonce: randomUUID().replaceAll('-', ''),
    forecasts: models.map((model, i) =>
      writeStatements({ model, version: '1', statements: toStatements(minute + i, inTurn) }),
    ),
  };
  const forecast = Buffer.from(leafHash(sha256, canonicalLeaf(leaf))).toString('hex');
  const stated = [inTurn, ...models.map((_, i) => issuedPair(minute + i))];
  const prices = [...new Set(stated)].flatMap((symbol) => getPrices(symbol, minute));
  const signalId = randomUUID();
  return [
    { kind: 'forecast', signalId, at, leaf },
    { kind: 'outcome', signalId, at, leaf: { form: 'minute-prices/1', forecast, prices } },
  ];
}

const issuedPair = (seed: number): string => symbols[(seed * 7) % symbols.length] ?? '';

function toStatements(seed: number, inTurn: string): Statement[] {
  const common = { direction: 'BUY', passability: 56 + (seed % 50) / 10 } as const;
  return durations.flatMap((duration) => [
    { ...common, symbol: inTurn, duration, isInTurn: true, isSignal: false, isIssued: false },
    { ...common, symbol: issuedPair(seed), duration, isInTurn: false, isSignal: true, isIssued: true },
  ]);
}

const getPrices = (symbol: string, minute: number): string[] => [
  writePrice({ symbol, minutes: 0, price: 1.1, afterMs: 100 }),
  ...lateDelays.map((late) => writePrice({ symbol, minutes: 0, late, price: 1.1, afterMs: late * 1_000 + 100 })),
  ...durations.map((duration) =>
    writePrice({ symbol, minutes: duration, price: minute % 2 === 0 ? 1.2 : 1, afterMs: duration * minuteMs }),
  ),
];
