import { randomUUID } from 'node:crypto';
import type { BrokerTrade } from '#domain/contest/broker-trade.ts';
import { closingRules } from '#domain/contest/contest-closing.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Language } from '#domain/language.ts';
import type { ContestConfig } from '#server/config/contest.ts';
import { BrokerUnavailable } from '#server/integrations/broker/broker.ts';
import type { ContestRounds } from '#server/modules/contest/draw/contest-rounds.ts';
import { createContestModule } from '#server/modules/contest/create-contest-module.ts';
import { hourMs } from '#domain/time.ts';
import { aLiveSignal } from './a-signal.ts';
import { createTestBeacon, testChain } from './record/test-beacon.ts';
import { silentLog } from './silent-log.ts';
import { createTestPeople, type TestPeople, type TestPerson } from './test-people.ts';

/** The season of 2026: 1 December to 10 January in Kyiv. */
export const startsAt = Date.parse('2026-11-30T22:00:00.000Z');
export const endsAt = Date.parse('2027-01-10T22:00:00.000Z');

export interface TestContest extends TestPeople {
  readonly rounds: ContestRounds;
  /** Counts all outcomes of participants, as the leading process does each minute. */
  countAll(): Promise<void>;
  /** The broker's list of trades of each trader, by id. */
  readonly trades: Map<string, BrokerTrade[]>;
  /** Errors by which the broker answers for one trader, by id. */
  readonly brokerErrors: Map<string, Error>;
  /** Whether the broker answers. */
  brokerIsAway: boolean;
  /** Whether the beacon has no value for a round that is due. */
  beaconIsSilent: boolean;
  /** Whether the key of the record cannot sign. */
  cannotSign: boolean;
  /** Ends the contest, closes its list and waits for the round that decides. */
  draw(): Promise<void>;
  /** A participant with a trader. */
  participant(change?: { email?: string; lang?: Language }): Promise<TestPerson>;
  /** A signal and, unless overridden, a trade that follows it and counts. */
  trade(person: TestPerson, change?: Partial<BrokerTrade> & { readonly hasEdge?: boolean }): Promise<void>;
  /** All required trades. */
  tradeAll(person: TestPerson): Promise<void>;
  me(person: TestPerson): Promise<{ trades: number; number: number | null; list: { reason: string | null }[] }>;
}

interface Options {
  readonly settings?: Partial<ContestConfig> | null;
  /** False: trades are known from screenshots. */
  readonly listsTrades?: boolean;
  readonly from?: number;
}

const noon = startsAt + 14 * hourMs;

/**
 * The product's contest on a separate database and clock, with a broker and a beacon controlled by
 * the test.
 */
export async function createTestContest({
  settings = {},
  listsTrades = true,
  from = noon,
}: Options = {}): Promise<TestContest> {
  const trades = new Map<string, BrokerTrade[]>();
  const brokerErrors = new Map<string, Error>();
  const world = { brokerIsAway: false, beaconIsSilent: false, cannotSign: false };
  let contestApi: ReturnType<typeof createContestModule>['api'] | undefined;
  const contest = settings && { days: null, timezone: 'Europe/Kyiv', prizes: ['$200'], ...settings };

  const people = await createTestPeople(from, (common) => {
    const parts = createContestModule({
      ...common,
      platform: { ...common, leaderDb: common.db, scheduler: { after: () => () => undefined }, log: silentLog },
      config: { contest, publicUrl: 'http://localhost:3000' },
      brokerSide: { tradeList: listsTrades ? { listTrades } : null },
      beacon: createTestBeacon(() => world.beaconIsSilent),
      record: {
        signer: {
          name: 'kurs.example/record',
          sign: (text) => {
            if (world.cannotSign) throw new Error('no key');
            return `${text}\n— kurs.example/record AAAA\n`;
          },
        },
        readHead: async () => ({ size: 7, root: Buffer.alloc(32, 7) }),
      },
    });
    contestApi = parts.api;
    return parts.routes;
  });
  const { clock } = people.time;

  async function listTrades(traderId: string, since: number): Promise<BrokerTrade[]> {
    if (world.brokerIsAway) throw new BrokerUnavailable('away', 10);
    const error = brokerErrors.get(traderId);
    if (error) throw error;
    const published = (trades.get(traderId) ?? []).filter(({ openedAt }) => openedAt >= since);
    return published.map((trade) => (trade.closesAt <= clock.now() ? trade : { ...trade, profit: null }));
  }

  const traderByUser = new Map<string, string>();
  const trade: TestContest['trade'] = async (person, change = {}) => {
    const issuedAt = clock.now();
    const ended = { status: 'settled', result: 'unsuccessful', closePrice: 1.09 } as const;
    const { hasEdge = true, ...changedTrade } = change;
    await aLiveSignal(people.database.db, { userId: person.id, issuedAt: new Date(issuedAt), hasEdge, ...ended });
    const openedAt = issuedAt + 20_000;
    const traderId = traderByUser.get(person.id) ?? '';
    const made = { symbol: 'EURUSD', direction: 'BUY', stake: 10, bonusStake: 0, duration: 3, profit: -10 } as const;
    const times = { openedAt, closesAt: openedAt + 180_000 };
    trades.set(traderId, [...(trades.get(traderId) ?? []), { id: randomUUID(), ...made, ...times, ...changedTrade }]);
    people.time.advance(300_000);
  };

  if (!contestApi) throw new Error('the contest was not composed');
  const { rounds, countParticipants } = contestApi;
  const { turn } = rounds;
  return Object.assign(world, people, {
    rounds,
    countAll: async () => {
      while (await countParticipants());
    },
    trades,
    brokerErrors,
    participant: async (change = {}) => {
      const referralId = String(7_000_000 + traderByUser.size);
      const person = await people.person({ referralId, ...change });
      traderByUser.set(person.id, referralId);
      const answer = await person.post('/api/user/joinContest');
      if (answer.statusCode !== 200) throw new Error(`joining failed: ${answer.body}`);
      people.time.advance(1_000);
      return person;
    },
    trade,
    tradeAll: async (person) => {
      for (let made = 0; made < contestRules.trades; made++) await trade(person);
    },
    draw: async () => {
      people.time.advance(Math.max(0, endsAt - clock.now()));
      await turn();
      people.time.advance(closingRules.leadMs + testChain.periodMs);
      await turn();
    },
    me: async (person) => (await person.get('/api/user/contest')).json().me,
  } satisfies Omit<TestContest, keyof TestPeople | 'brokerIsAway' | 'beaconIsSilent' | 'cannotSign'>);
}
