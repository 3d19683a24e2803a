import type { Page } from '@playwright/test';
import { AdminReviews, PublishedReviews } from '#contract/reviews.ts';

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
export async function serveReviews(page: Page, over: Partial<FakeReviews> = {}): Promise<FakeReviews> {
  const state: FakeReviews = { published: somePublished(), sent: [], ...over };
  await page.route(/\/api\/(admin\/)?reviews/, (route) => {
    const request = route.request();
    const { pathname: path } = new URL(request.url());
    if (request.method() !== 'GET') {
      state.sent.push({ call: `${request.method()} ${path}`, body: request.postDataJSON() as unknown });
      return route.fulfill(request.method() === 'PATCH' ? { status: 204 } : { status: 202, json: {} });
    }
    if (path === '/api/reviews') return route.fulfill({ json: state.published });
    const items = someReviews.map((review) => ({ ...review, email: 'olena.k@example.com', status: 'pending' }));
    return route.fulfill({ json: AdminReviews.parse({ items, nextCursor: null }) });
  });
  return state;
}
