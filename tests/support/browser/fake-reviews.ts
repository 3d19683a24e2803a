import { AdminReviews, PublishedReviews } from '#contract/reviews.ts';
import { type Answers, none, ok, serve, type Server } from '#tests/support/network/serve.ts';

/** Texts for tests only: no page ever shows one of them. */
const texts = [
  'A text of a test: I like that the sample stands beside every model.',
  'A text of a test: in a month I am $46 down.\nThe chase is too tempting.',
];

const someReviews = texts.map((text, place) => ({
  id: `5b0d3a52-6a55-4b39-8d5f-00000000000${place}`,
  rating: 4 - 2 * place,
  text,
  name: 'O.',
  signals: 84,
  writtenAt: '2026-11-12T12:00:00.000Z',
}));

export const somePublished = (): PublishedReviews => PublishedReviews.parse({ items: someReviews, nextCursor: null });

export interface FakeReviews {
  published: PublishedReviews;
  /** Requests sent, in order. */
  readonly sent: { readonly call: string; readonly body: unknown }[];
}

/** Call after `fakeApi`: calls not about reviews fall through to it. */
export async function serveReviews(server: Server, over: Partial<FakeReviews> = {}): Promise<FakeReviews> {
  const state: FakeReviews = { published: somePublished(), sent: [], ...over };
  await serve(server, state, answers);
  return state;
}

const answers: Answers<FakeReviews> = {
  'GET /api/reviews': ({ published }) => ok(published),
  'GET /api/admin/reviews': () => {
    const items = someReviews.map((review) => ({ ...review, email: 'olena.k@example.com', status: 'pending' }));
    return ok(AdminReviews.parse({ items, nextCursor: null }));
  },
  'PATCH /api/admin/reviews/:id': ({ sent }, { method, path, body }) => {
    sent.push({ call: `${method} ${path}`, body });
    return none;
  },
};
