import { expect, it } from 'vitest';
import { createTestStreams } from '#tests/support/test-streams.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestStreams);

it.each([
  ['3', [3]],
  ['0', [0]],
  // The newest id is 9.
  ['', [null, 9]],
  ['-1', [null, 9]],
  ['1e1', [null, 9]],
  ['9007199254740993', [null, 9]],
])('a stream with the last event id %j reads the outbox after %j', async (id, after) => {
  test.resumedAfter.length = 0;
  await test.open(`a reader of ${id}`, { 'last-event-id': id });
  expect(test.resumedAfter).toEqual(after);
});

it('a user has as many streams at once as STREAMS_PER_USER says', async () => {
  const own = await createTestStreams({ STREAMS_PER_USER: '2' });
  const answers = await Promise.all([1, 2, 3].map(() => own.open('a reader')));
  expect(answers.map(({ answer }) => answer.statusCode).toSorted((a = 0, b = 0) => a - b)).toEqual([200, 200, 429]);
  await own.close();
});
