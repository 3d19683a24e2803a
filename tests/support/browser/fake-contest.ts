import { AdminContest, Contest } from '#contract/contest.ts';
import { type Answers, type FakeAnswer, ok, serve, type Server } from '#tests/support/network/serve.ts';

export const aContest = (over: Partial<Contest> = {}): Contest =>
  Contest.parse({
    name: 'Новорічний конкурс',
    state: 'running',
    startsAt: '2026-11-30T22:00:00.000Z',
    endsAt: '2027-01-10T22:00:00.000Z',
    drawAt: '2027-01-10T21:59:59.999Z',
    timezone: 'Europe/Kyiv',
    prizes: ['$200'],
    winners: [],
    topTraders: [
      { email: 'k***@g***.com', total: 156, winRate: 0.622, low: 0.544, high: 0.694 },
      { email: 's***@e***.org', total: 141, winRate: 0.567, low: 0.485, high: 0.646 },
    ],
    ...over,
  });

type OwnEntry = NonNullable<Contest['me']>;

/** Seven of ten. */
export const anEntry = (over: Partial<OwnEntry> = {}): OwnEntry => ({
  joined: true,
  email: 'trader@kurs.example',
  signals: 7,
  required: 10,
  prize: null,
  ...over,
});

export const aDrawnContest = (over: Partial<Contest> = {}): Contest =>
  aContest({
    state: 'drawn',
    winners: Array.from({ length: 5 }, (_, place) => ({
      prize: place + 1,
      email: 'o***@e***.com',
      status: place < 2 ? 'confirmed' : 'awaiting',
    })),
    ...over,
  });

const id = (end: number): string => `5b0d3a52-6a55-4b39-8d5f-${String(end).padStart(12, '0')}`;

/** Drawn, with a winner in every state; the second one sent a screenshot. */
export function anAdminContest(over: Partial<AdminContest> = {}): AdminContest {
  const { state, startsAt, endsAt, timezone, prizes, winners } = aDrawnContest();
  const statuses = ['confirmed', 'awaiting', 'replaced', 'awaiting', 'awaiting'] as const;
  return AdminContest.parse({
    state,
    startsAt,
    endsAt,
    timezone,
    prizes,
    participants: 412,
    eligible: 318,
    drawnAt: '2027-01-11T09:00:00.000Z',
    canDraw: false,
    winners: winners.map((winner, place) => ({
      ...winner,
      userId: id(place + 1),
      email: `winner${place + 1}@example.com`,
      status: statuses[place],
      statusAt: '2027-01-11T09:00:00.000Z',
      sendUntil: '2027-01-18T09:00:00.000Z',
      screenshots: place === 1 ? [{ id: id(9), type: 'image/png', sentAt: '2027-01-12T10:00:00.000Z' }] : [],
    })),
    ...over,
  });
}

export interface FakeContest {
  contest: Contest | FakeAnswer;
  admin?: AdminContest;
  /** Calls that changed something, as `METHOD path`, with their body. */
  readonly sent: { readonly call: string; readonly body: unknown }[];
  /** The error of a changing call; absent: it succeeds. */
  rejection?: FakeAnswer;
  /** The effect of a changing call on the state. */
  onSent?: (state: FakeContest) => void;
}

/** Call after `fakeApi`: calls not about the contest fall through to it. */
export const serveContest = (server: Server, state: FakeContest): Promise<void> =>
  serve(server, state, answers, (_state, { method, path, body }) => {
    if (method === 'GET') return null;
    state.sent.push({ call: `${method} ${path}`, body });
    if (!state.rejection) state.onSent?.(state);
    return state.rejection ?? null;
  });

const answers: Answers<FakeContest> = {
  'GET /api/user/contest': ({ contest }) => ('status' in contest ? contest : ok(contest)),
  'POST /api/user/joinContest': () => ok({ joined: true, email: 'x' }),
  'POST /api/user/contest/screenshots': () => ok({ id: id(1) }),
  'GET /api/admin/contest': ({ admin }) => (admin ? ok(admin) : null),
  'POST /api/admin/contest/draw': ({ admin }) => (admin ? ok(admin) : null),
  'PATCH /api/admin/contest/winners/:userId': ({ admin }) => (admin ? ok(admin) : null),
  'GET /api/admin/contest/screenshots/:id': () => ({
    status: 200,
    body: onePixel,
    headers: { 'content-type': 'image/png' },
  }),
};

const onePixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
