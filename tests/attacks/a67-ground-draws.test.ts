import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import { readClosing } from '#domain/contest/contest-closing.ts';
import { verifyDraw } from '#domain/contest/contest-draw.ts';
import { readNote } from '#domain/record/checkpoint.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { sha256Hex } from '#server/sha256-hex.ts';
import {
  aPublishedDraw,
  closedAt,
  type DrawChoices,
  type DrawSite,
  publishedRounds,
  recordOf,
  startDrawSite,
} from '#tests/support/draw-site.ts';
import { signRound, testChain } from '#tests/support/test-beacon.ts';
import { createTestContest, endsAt } from '#tests/support/test-contest.ts';

let site: DrawSite;
beforeAll(async () => {
  site = await startDrawSite();
});
afterAll(() => site.close());

const failed = (output: string): string[] => [...output.matchAll(/^FAILS {2}(.+)$/gm)].map(([, text = '']) => text);

const friend = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
const { entries } = await aPublishedDraw();
const withFriend = [...entries.slice(0, 7), friend];
const decided = { id: friend, status: 'approved', decidedAt: new Date(closedAt + minuteMs).toISOString() } as const;

/** Each operator signs and publishes whatever suits them, and computes the rest honestly. */
const forgeries: readonly (readonly [string, DrawChoices, readonly string[]])[] = [
  [
    'puts a friend on the list after the closing',
    { published: { entries: withFriend } },
    ['the list is not the one that was closed'],
  ],
  ['draws again with the next round', { round: 1_001 }, ['the round is not the one that follows from the closing']],
  [
    'signs a closing with a round of their choice',
    { closing: { round: 1_001 } },
    ['the round is not the one that follows from the closing'],
  ],
  [
    'uses a chain of their own, whose rounds they can compute in advance',
    { closing: { chain: testChain.hash }, signature: await signRound(1_000) },
    ['the round is not the one that follows from the closing', 'the beacon did not sign the round'],
  ],
  ['makes up the value of the round', { signature: '8'.repeat(96) }, ['the beacon did not sign the round']],
  [
    'takes the value of another round',
    { signature: publishedRounds[1_001] ?? '' },
    ['the beacon did not sign the round'],
  ],
  [
    'closes the list after the round, with an earlier time and the record of that moment',
    { closing: { record: recordOf(25) }, list: { entries: withFriend } },
    ['the closing names leaves of the record that were issued after it'],
  ],
  [
    'signs long in advance a closing with a later time',
    { closing: { record: recordOf(3) } },
    ['leaves issued before the closing are missing from the record that it names'],
  ],
  [
    'names a record that never was',
    { closing: { record: { size: 10, root: recordOf(11).root } } },
    ['the newest tree of 31 leaves is a fork of the one of 10'],
  ],
  [
    'decides on a screenshot after the closing',
    { list: { screenshots: [decided] } },
    ['a screenshot was decided after the closing, or left undecided before the deadline'],
  ],
  [
    'closes early to leave out those whose screenshots are undecided',
    { list: { screenshots: [{ ...decided, status: 'pending', decidedAt: null }] } },
    ['a screenshot was decided after the closing, or left undecided before the deadline'],
  ],
  [
    'closes weeks after the end',
    { closing: { endsAt: closedAt - 8 * dayMs } },
    ['the closing is not of this contest, or not within the time that the rules allow'],
  ],
  [
    'closes before the end',
    { closing: { endsAt: closedAt + 1 } },
    ['the closing is not of this contest, or not within the time that the rules allow'],
  ],
  [
    'announces other winners',
    { published: { winners: [1, 2, 3, 4, 5].map((number) => ({ number, hash: 'a'.repeat(64) })) } },
    ['the winners are others'],
  ],
  [
    'publishes another number',
    { published: { number: 'ab'.repeat(32) } },
    ['the number does not follow from the list and the round'],
  ],
  [
    'signs the closing with a key that is not that of the record',
    { key: generateKeyPairSync('ed25519').privateKey },
    ['the closing is not signed with the key that the record had at that size'],
  ],
];

describe('A67: npm run verify-draw fails when the operator', () => {
  it.each(forgeries)('%s', async (_title, choices, sentences) => {
    const { code, output } = await site.verify(await aPublishedDraw(choices));
    expect(failed(output)).toEqual(sentences);
    expect(code).toBe(1);
  });
});

it('A67: a second closing with the record of the same moment fits only what was not saved before the round', async () => {
  const { listHash = '' } = readClosing(readNote((await aPublishedDraw()).note)?.text ?? '') ?? {};
  const second = await aPublishedDraw({ list: { entries: withFriend } });
  expect((await site.verify(second)).code).toBe(0);
  const { code, output } = await site.verify(second, '--list', listHash);
  expect([code, failed(output)]).toEqual([1, [expect.stringContaining(`and was ${listHash} before`)]]);
});

it('A67: the check in the browser detects all of them but those that need the record and its key', async () => {
  const needsRecord = /record|signs long/;
  for (const [title, choices] of forgeries) {
    const found = await verifyDraw(sha256Hex, quicknet, await aPublishedDraw(choices));
    expect([title, Object.values(found).every(Boolean)]).toEqual([title, needsRecord.test(title)]);
  }
});

describe('A67: once the list is closed, the product', () => {
  it('accepts no entry, closes no second time and draws no earlier', async () => {
    const test = await createTestContest({ listsTrades: false });
    const admin = await test.admin();
    await test.participant();
    test.time.advance(endsAt - test.time.clock.now());
    await test.rounds.turn();
    const { draw } = (await test.visitor.get('/api/user/contest')).json();
    const late = await test.person();
    expect((await late.post('/api/user/joinContest')).statusCode).toBe(409);
    test.time.advance(minuteMs);
    const answer = await admin.post('/api/admin/contest/draw');
    expect([answer.statusCode, answer.json().details]).toEqual([409, { waitsFor: 'round_pending' }]);
    expect((await test.visitor.get('/api/user/contest')).json().draw).toEqual(draw);
    await test.close();
  });
});
