import type { Contest } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Language } from '#domain/language.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { ContestConfig } from '#server/config/contest.ts';
import { contestModule } from '#server/modules/contest/module.ts';
import { aLiveSignal } from './a-signal.ts';
import { createTestPeople, type TestPeople, type TestPerson } from './test-people.ts';

/** The season of 2026: 1 December to 10 January in Kyiv. */
export const startsAt = Date.parse('2026-11-30T22:00:00.000Z');
export const endsAt = Date.parse('2027-01-10T22:00:00.000Z');

type SignalChange = Parameters<typeof aLiveSignal>[1];

export interface TestContest extends TestPeople {
  participant(change?: { email?: string; lang?: Language }): Promise<TestPerson>;
  /** A settled signal of three minutes, issued now; afterwards five minutes have passed. */
  signal(person: TestPerson, change?: SignalChange): Promise<void>;
  /** A participant with all required signals. */
  finisher(change?: { email?: string; lang?: Language }): Promise<TestPerson>;
  /** To the first moment at which winners can be drawn. */
  end(): void;
  me(person: TestPerson): Promise<NonNullable<Contest['me']>>;
}

interface Options {
  readonly settings?: Partial<ContestConfig> | null;
  readonly from?: number;
  readonly randomInt?: (max: number) => number;
}

/** The product's contest on a separate database and clock. */
export async function createTestContest({
  settings = {},
  from = startsAt + 14 * hourMs,
  randomInt,
}: Options = {}): Promise<TestContest> {
  const contest = settings && { days: null, timezone: 'Europe/Kyiv', prizes: ['$200'], ...settings };
  const people = await createTestPeople(
    from,
    (ctx) => contestModule({ ...ctx, config: { ...ctx.config, contest }, ...(randomInt && { randomInt }) }).routes,
  );
  const { time } = people;
  const { clock } = time;

  const participant: TestContest['participant'] = async (change = {}) => {
    const person = await people.person(change);
    const answer = await person.post('/api/user/joinContest');
    if (answer.statusCode !== 200) throw new Error(`joining failed: ${answer.body}`);
    return person;
  };
  const signal: TestContest['signal'] = async ({ id: userId }, change = {}) => {
    const settled = { status: 'settled', result: 'unsuccessful', closePrice: 1.09 } as const;
    await aLiveSignal(people.database.db, { userId, issuedAt: new Date(clock.now()), ...settled, ...change });
    time.advance(5 * minuteMs);
  };
  return {
    ...people,
    participant,
    signal,
    finisher: async (change) => {
      const person = await participant(change);
      for (let made = 0; made < contestRules.signals; made++) await signal(person);
      return person;
    },
    end: () => time.advance(endsAt + contestRules.settledWithinMs - clock.now()),
    me: async (person) => (await person.get('/api/user/contest')).json().me,
  };
}
