import type { Contest } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import type { Language } from '#domain/language.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { ContestConfig } from '#server/config/contest.ts';
import { contestModule } from '#server/modules/contest/module.ts';
import { aLiveSignal } from './a-signal.ts';
import { createTestPeople, type TestPerson } from './test-people.ts';

/** The season of 2026: 1 December to 10 January in Kyiv. */
export const startsAt = Date.parse('2026-11-30T22:00:00.000Z');
export const endsAt = Date.parse('2027-01-10T22:00:00.000Z');

type SignalChange = Parameters<typeof aLiveSignal>[1];

interface Options {
  readonly settings?: Partial<ContestConfig> | null;
  readonly from?: number;
  readonly randomInt?: (max: number) => number;
}

/** The product's contest on a separate database and clock. */
export async function createTestContest({ settings = {}, from = startsAt + 14 * hourMs, randomInt }: Options = {}) {
  const contest = settings && { days: null, timezone: 'Europe/Kyiv', prizes: ['$200'], ...settings };
  const people = await createTestPeople(
    from,
    (ctx) => contestModule({ ...ctx, config: { ...ctx.config, contest }, ...(randomInt && { randomInt }) }).routes,
  );
  const { time } = people;
  const { clock } = time;

  const participant = async (change: { email?: string; lang?: Language } = {}) => {
    const person = await people.person(change);
    const answer = await person.post('/api/user/joinContest');
    if (answer.statusCode !== 200) throw new Error(`joining failed: ${answer.body}`);
    return person;
  };
  /** A settled signal of three minutes, issued now; afterwards five minutes have passed. */
  const signal = async ({ id: userId }: TestPerson, change: SignalChange = {}) => {
    const settled = { status: 'settled', result: 'unsuccessful', closePrice: 1.09 } as const;
    await aLiveSignal(people.database.db, { userId, issuedAt: new Date(clock.now()), ...settled, ...change });
    time.advance(5 * minuteMs);
  };
  return {
    ...people,
    participant,
    signal,
    /** A participant with all required signals. */
    finisher: async (change?: Parameters<typeof participant>[0]) => {
      const person = await participant(change);
      for (let made = 0; made < contestRules.signals; made++) await signal(person);
      return person;
    },
    /** To the first moment at which winners can be drawn. */
    end: () => time.advance(endsAt + contestRules.settledWithinMs - clock.now()),
    me: async (person: TestPerson) =>
      (await person.get('/api/user/contest')).json<{ me: NonNullable<Contest['me']> }>().me,
  };
}

export type TestContest = Awaited<ReturnType<typeof createTestContest>>;
