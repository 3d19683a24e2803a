import type { Page } from '@playwright/test';
import { AdminContest, Contest, PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths, recordPaths } from '#contract/paths.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import { timeOfRound, quicknet } from '#domain/contest/beacon-chain.ts';
import { computeRandomness } from '#record/beacon-round.ts';
import { readClosing } from '#domain/contest/contest-closing.ts';
import { parseNote } from '#record/checkpoint.ts';
import { toInstant } from '#contract/wire.ts';
import { sha256Hex } from '#node/sha256.ts';
import { aPublishedDraw, type DrawnRecord, publishDrawn } from '../record/draw-site.ts';
import type { FakeAnswer } from './fake-accounts.ts';

const id = (end: number): string => `5b0d3a52-6a55-4b39-8d5f-${String(end).padStart(12, '0')}`;

/** A valid draw with that many entries, by a real round of the beacon, and the record that has its closing. */
export async function aDrawnList(count: number): Promise<{ draw: PublishedDrawAnswer; record: DrawnRecord['record'] }> {
  const entries = Array.from({ length: count }, (_, place) => id(place + 1));
  const { draw, record } = await aPublishedDraw({ list: { entries } });
  return { draw: PublishedDrawAnswer.parse(draw), record };
}

export const aDraw = async (count = 318): Promise<PublishedDrawAnswer> => (await aDrawnList(count)).draw;

export const aContest = (over: Partial<Contest> = {}): Contest =>
  Contest.parse({
    id: '2026-12-01',
    name: 'Новорічний конкурс',
    state: 'running',
    startsAt: '2026-11-30T22:00:00.000Z',
    endsAt: '2027-01-10T22:00:00.000Z',
    drawAt: '2027-01-10T22:00:00.000Z',
    timezone: 'Europe/Kyiv',
    prizes: ['$200'],
    joined: 412,
    evidence: 'trades',
    winners: [],
    topTraders: [
      { email: 'k***@g***.com', total: 156, winRate: 0.622, low: 0.544, high: 0.694 },
      { email: 's***@e***.org', total: 141, winRate: 0.567, low: 0.485, high: 0.646 },
    ],
    draw: {
      rule: 'beacon',
      announcedAt: '2026-11-20T12:00:00.000Z',
      closedAt: null,
      eligible: null,
      listHash: null,
      note: null,
      leaf: null,
      round: null,
      roundAt: null,
      drawnAt: null,
      randomness: null,
      number: null,
    },
    ...over,
  });

type OwnEntry = NonNullable<Contest['me']>;
type OwnTrade = OwnEntry['list'][number];

const aTrade = (day: number, symbol: string, over: Partial<OwnTrade> = {}): OwnTrade => ({
  symbol,
  at: `2026-12-${String(day).padStart(2, '0')}T12:32:00.000Z`,
  stake: 10,
  result: 'successful',
  reason: null,
  ...over,
});

/** Seven of ten, and one that does not count. */
export const anEntry = (over: Partial<OwnEntry> = {}): OwnEntry => ({
  joined: true,
  email: 'trader@kurs.example',
  trades: 7,
  required: 10,
  entryId: id(204),
  number: null,
  syncedAt: '2026-12-20T12:40:00.000Z',
  list: [
    aTrade(20, 'EURUSD'),
    aTrade(19, 'AUDUSD', { stake: 8, result: 'unsuccessful', reason: 'stake' }),
    aTrade(18, 'GBPJPY', { result: 'unsuccessful' }),
    aTrade(17, 'EURCHF', { stake: 12, result: 'neutral' }),
    aTrade(16, 'USDCAD'),
    aTrade(15, 'EURUSD'),
    aTrade(14, 'EURGBP', { result: 'unsuccessful' }),
    aTrade(13, 'EURUSD'),
  ],
  proofs: [],
  prize: null,
  ...over,
});

/** The same contest after the draw. */
export async function aDrawnContest(draw: PublishedDrawAnswer, over: Partial<Contest> = {}): Promise<Contest> {
  const contest = aContest();
  const { note, round, number } = draw;
  const closing = readClosing(parseNote(note)?.text ?? '');
  return {
    ...contest,
    state: 'drawn',
    winners: draw.winners.map((winner, place) => ({
      ...winner,
      rank: place + 1,
      prize: place + 1,
      email: 'o***@e***.com',
      status: place < 2 ? 'paid' : 'awaiting',
    })),
    draw: {
      ...contest.draw,
      closedAt: '2027-01-10T22:00:31.000Z',
      eligible: draw.entries.length,
      listHash: closing?.listHash ?? null,
      note,
      leaf: draw.leaf,
      round,
      roundAt: toInstant(timeOfRound(quicknet, round)),
      drawnAt: '2027-01-10T22:10:35.000Z',
      randomness: await computeRandomness(sha256Hex, draw.signature),
      number,
    },
    ...over,
  };
}

/** The part of the record's figures that the page reads: enough outcomes to state a rate. */
const someFigures: readonly Pick<ModelFigures, 'successful' | 'unsuccessful' | 'breakEven'>[] = [
  { successful: 1_060, unsuccessful: 940, breakEven: 1 / 1.82 },
];

export interface FakeContest {
  contest: Contest | FakeAnswer;
  draw?: PublishedDrawAnswer;
  /** The public record that has its closing. */
  record?: DrawnRecord['record'];
  admin?: AdminContest;
  /** Calls that changed something, as `METHOD path`, with their body. */
  readonly sent: { readonly call: string; readonly body: string | null }[];
  /** The error of joining; absent: it succeeds. */
  rejection?: FakeAnswer;
  /** The effect of a changing call on the state. */
  onSent?: (state: FakeContest) => void;
}

/** Call after `fakeApi`: calls not about the contest fall through to it. */
export async function serveContest(page: Page, state: FakeContest): Promise<void> {
  const json = (body: unknown, status = 200) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  });
  if (state.record) {
    const log = publishDrawn(state.record);
    await page.route('**/api/record/**', (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      return route.fulfill(log.answer(pathname, searchParams) ?? { status: 404, body: '{}' });
    });
  }
  await page.route(`**${recordPaths.models}*`, (route) => route.fulfill(json(someFigures)));
  await page.route(/\/api\/(user\/(contest|joinContest|leaveContest)|admin\/contest)/, (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname;
    if (request.method() !== 'GET') {
      state.sent.push({ call: `${request.method()} ${path}`, body: request.postData() });
      if (state.rejection) return route.fulfill(json(state.rejection.body, state.rejection.status));
      state.onSent?.(state);
      if (path === contestPaths.leave) return route.fulfill({ status: 204 });
      return route.fulfill(
        json(path === contestPaths.adminDraw ? state.admin : { joined: true, email: 'x', id: id(1) }),
      );
    }
    if (path === contestPaths.draw) return route.fulfill(json(state.draw));
    if (path === contestPaths.adminContest) return route.fulfill(json(state.admin));
    if (path.startsWith('/api/admin/contest/proofs/')) {
      return route.fulfill({ status: 200, contentType: 'image/png', body: onePixel });
    }
    const { contest } = state;
    return route.fulfill('status' in contest ? json(contest.body, contest.status) : json(contest));
  });
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Drawn, with a winner in every state and two screenshots to decide on. */
export async function anAdminContest(draw: PublishedDrawAnswer): Promise<AdminContest> {
  const contest = await aDrawnContest(draw);
  const statuses = ['paid', 'confirmed', 'forfeited', 'awaiting', 'awaiting'] as const;
  const proof = { sentAt: '2026-12-20T12:00:00.000Z', status: 'pending', type: 'image/png', bytes: 70 };
  return AdminContest.parse({
    contest,
    progress: [31, 12, 8, 6, 5, 4, 9, 7, 6, 6, 318],
    notReady: null,
    winners: contest.winners.map((winner, place) => ({
      ...winner,
      status: statuses[place],
      email: `winner${place}@example.com`,
      proofs: place,
      proofsUntil: '2027-01-17T22:00:00.000Z',
      isOverdue: place === 4,
    })),
    proofs: [
      {
        ...proof,
        id: id(1),
        email: 'olena.k@example.com',
        signalId: id(2),
        signal: { symbol: 'EURUSD', direction: 'BUY', duration: 5, issuedAt: '2026-12-20T11:32:05.000Z' },
      },
      { ...proof, id: id(3), email: 'winner3@example.com', signalId: null, signal: null },
    ],
  });
}
