import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import { closingRules } from '#domain/contest/contest-closing.ts';
import { verifyDraw } from '#record/contest-draw.ts';
import { dayMs, minuteMs } from '#domain/time.ts';
import { sha256Hex } from '#node/sha256.ts';
import {
  aPublishedDraw,
  closedAt,
  type DrawChoices,
  type DrawnRecord,
  type DrawSite,
  minutesBefore,
  publishDrawn,
  publishedRounds,
  getRecord,
  recordWith,
  startDrawSite,
} from '#tests/support/record/draw-site.ts';
import { findOnRecord } from '#web/screens/contest/find-on-record.ts';
import { signRound, testChain } from '#tests/support/record/test-beacon.ts';
import { createTestContest, endsAt } from '#tests/support/test-contest.ts';

let site: DrawSite;
beforeAll(async () => {
  site = await startDrawSite();
});
afterAll(() => site.close());

const friend = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
const honest = await aPublishedDraw();
const { entries } = honest.draw;
/** The honest closing at its place. */
const first = honest.record.flatMap(({ leaf }) => ('listHash' in leaf ? [[minutesBefore, leaf] as const] : []));
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
    'closes the list after the round, with an earlier time, on the record',
    { place: 25, list: { entries: withFriend } },
    ['the closing follows leaves of the record that were issued after it'],
  ],
  [
    'puts a closing with a later time on the record long in advance',
    { place: 3 },
    ['the closing precedes leaves of the record that were issued before it'],
  ],
  [
    'names a record that never was',
    { closing: { record: { size: 10, root: getRecord(11).root } } },
    ['the record does not begin with the 10 leaves that the closing names'],
  ],
  ['leaves the closing off the record', { record: () => recordWith() }, ['the record has no closing of this contest']],
  [
    'signs a second list for the record of the same moment',
    { list: { entries: withFriend }, record: () => recordWith(...first) },
    ['the first closing of this contest on the record, leaf 10, is another one'],
  ],
  [
    'puts a second list on the record after the first',
    { list: { entries: withFriend }, record: (own) => recordWith(...first, [minutesBefore, own]) },
    [
      'leaf 11 closes the list of this contest a second time',
      'the first closing of this contest on the record, leaf 10, is another one',
    ],
  ],
  [
    'puts two lists on the record and draws by the first',
    { record: (own) => recordWith([minutesBefore, own], [minutesBefore, { ...own, entries: 9 }]) },
    ['leaf 11 closes the list of this contest a second time'],
  ],
  [
    'never opens a leaf of the record that closes another list',
    { record: (own) => recordWith([minutesBefore, { ...own, entries: 9 }, false], [minutesBefore, own]) },
    ['leaf 10 is not open, and may be an earlier closing of this contest'],
  ],
  [
    'signs another round than the one on the record',
    { record: (own) => recordWith([minutesBefore, { ...own, round: 1_001 }]) },
    ['the first closing of this contest on the record, leaf 10, is another one'],
  ],
  [
    'adds to the closing on the record',
    { record: (own) => recordWith([minutesBefore, { ...own, draft: 'yes' } as typeof own]) },
    ['the first closing of this contest on the record, leaf 10, is another one'],
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

/** That the command ends with 1 on such a failure: tests/api/verify-draw.test.ts. */
describe('A67: the verification of a draw fails when the operator', () => {
  it.each(forgeries)('%s', async (_title, choices, sentences) => {
    expect(await site.findFailures(await aPublishedDraw(choices))).toEqual(sentences);
  });
});

/** The witness saw the record before the closing, and then with it. */
const seenAt = (time: number) => [
  { size: minutesBefore, at: closedAt - minuteMs },
  { size: minutesBefore + 1, at: time },
];
const roundAt = closedAt + closingRules.leadMs;

it('A67: a closing that its witness saw before the round passes', async () => {
  expect(await site.findFailures(honest, seenAt(roundAt - 1_000))).toEqual([]);
});

it.each([
  ['after the round', seenAt(roundAt + minuteMs)],
  ['at the time of the round', seenAt(roundAt)],
  ['not at all', seenAt(roundAt).slice(0, 1)],
])('A67: a closing that its witness saw %s fails', async (_when, seen) => {
  const sentence = 'no 1 of these witnesses saw the closing on the record before the round';
  expect(await site.findFailures(honest, seen)).toEqual([sentence]);
});

describe('A67: the check in the browser', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { documentElement: { lang: 'en' } });
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  async function passes({ draw, record }: DrawnRecord): Promise<boolean> {
    const log = publishDrawn(record);
    vi.stubGlobal('fetch', async (path: string) => {
      const { pathname, searchParams } = new URL(path, 'https://kurs.example');
      const { status, body } = log.answer(pathname, searchParams) ?? { status: 404, body: '{"code":"not_found"}' };
      return new Response(body, { status });
    });
    const found = await verifyDraw(sha256Hex, quicknet, draw);
    return Object.values(found).every(Boolean) && (await findOnRecord(draw)) === 'recorded';
  }

  it('passes an honest draw', async () => {
    expect(await passes(honest)).toBe(true);
  });

  it('detects all of them but those that need the whole record or its key', async () => {
    const undetected = ['never opens', 'names a record', 'signs the closing with a key'];
    for (const [title, choices] of forgeries) {
      const isUndetected = undetected.some((one) => title.startsWith(one));
      expect([title, await passes(await aPublishedDraw(choices))]).toEqual([title, isUndetected]);
    }
  });
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
