import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { signals } from '#server/database/schema.ts';
import { listSignalLeaves } from '#tests/support/record/leaves-of.ts';
import { autoRuns } from '#server/database/tables/auto-run-tables.ts';
import { createTestSignals } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestSignals);

const hundred = <T>(call: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 100 }, call));
/**
 * Answers with this status; the others must have one of the listed statuses: 503 is allowed on a
 * busy machine.
 */
const answered = <A extends { statusCode: number }>(answers: A[], status: number, ...others: number[]): A[] => {
  for (const { statusCode } of answers) expect([status, ...others, 503]).toContain(statusCode);
  return answers.filter(({ statusCode }) => statusCode === status);
};

it('A30: a hundred concurrent calls for a signal: one signal, one leaf of the record', async () => {
  const me = await test.person();
  const answers = await hundred(() => me.get('/python_api/signal/kurs_ai_v2'));
  expect(answered(answers, 200, 409)).toHaveLength(1);
  const rows = await test.database.db.select().from(signals).where(eq(signals.userId, me.id));
  expect(rows).toHaveLength(1);
  const leaves = await listSignalLeaves(test.database.db, rows[0]?.id ?? '');
  expect(leaves).toHaveLength(1);
});

it('A30: a hundred concurrent takes of a signal: it is taken once', async () => {
  const me = await test.person();
  const signal = await me.signal();
  const answers = await hundred(() => me.post(`/api/signal/user/${me.id}`, signal));
  expect(answered(answers, 201, 200)).toHaveLength(1);
  for (const answer of answered(answers, 200, 201)) expect(answer.json()).toEqual(signal);
  expect(await test.database.db.select().from(signals).where(eq(signals.userId, me.id))).toHaveLength(1);
});

it('A30: a hundred concurrent starts of automatic signals: one run, one signal', async () => {
  const me = await test.person();
  const request = { aiModel: 'kurs_ai_v2', interval: 3 };
  const answers = await hundred(() => me.post('/api/signal/start', request));
  const sessions = answered(answers, 200).map((answer) => answer.json().session.id);
  expect(new Set(sessions).size).toBe(1);
  expect(await test.database.db.select().from(autoRuns).where(eq(autoRuns.userId, me.id))).toHaveLength(1);
  while ((await test.jobs.runDue()) > 0);
  expect(await test.database.db.select().from(signals).where(eq(signals.userId, me.id))).toHaveLength(1);
});
