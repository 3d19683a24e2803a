import type { Page } from '@playwright/test';
import { AdminReviews, OwnReview, PublishedReviews } from '#contract/reviews.ts';
import { reviewPaths } from '#contract/paths.ts';
import type { ReviewStatus } from '#domain/accounts/review.ts';

const id = (end: number): string => `5b0d3a52-6a55-4b39-8d5f-${String(end).padStart(12, '0')}`;
const times = { writtenAt: '2026-11-12T12:00:00.000Z', firstSignalAt: '2026-08-10T12:00:00.000Z' };

/** Texts for tests only: no page ever shows one of them. */
const texts = [
  'A text of a test: I like that the sample stands beside every model.',
  'A text of a test: in a month I am $46 down.\nThe chase is too tempting.',
  'A text of a test: come to my channel, 95 % there.',
];

export const somePublished = (total = 23): PublishedReviews =>
  PublishedReviews.parse({
    items: texts.slice(0, 2).map((text, place) => ({
      ...times,
      id: id(place + 1),
      rating: place === 0 ? 4 : 2,
      text,
      name: place === 0 ? 'O.' : 'Name K.',
      signals: place === 0 ? 84 : 1,
      reply: place === 0 ? null : 'A reply of a test.',
    })),
    nextCursor: null,
    total,
    ratings: [2, 3, 3, 7, 8],
    average: total < 10 ? null : 3.7,
    refused: { count: 2, decided: 25, reasons: [{ reason: 'advertising', count: 2 }] },
  });

export const noReviews = (): PublishedReviews =>
  PublishedReviews.parse({
    ...somePublished(),
    items: [],
    total: 0,
    ratings: [0, 0, 0, 0, 0],
    average: null,
    refused: { count: 0, decided: 0, reasons: [] },
  });

export const ownReview = (over: Partial<OwnReview> = {}): OwnReview =>
  OwnReview.parse({ review: null, signals: 12, shownWithoutName: 'T.', ...over });

const aQueue = (status: ReviewStatus): AdminReviews =>
  AdminReviews.parse({
    items: texts.map((text, place) => ({
      ...times,
      id: id(place + 1),
      rating: [4, 1, 5][place],
      text,
      reply: null,
      signals: [80, 19, 1][place],
      email: ['olena.k@example.com', 'i.hrytsenko@example.net', 'promo77@example.biz'][place],
      shownAs: ['O.', 'I.', 'P.'][place],
      status,
      refusedFor: status === 'refused' ? 'advertising' : null,
      decidedAt: status === 'pending' ? null : '2026-11-13T12:00:00.000Z',
      signs: place === 2 ? ['channel', '95 %'] : [],
    })),
    nextCursor: null,
    counts: { pending: 3, published: 23, refused: 2 },
    oldestPendingAt: '2026-11-12T12:00:00.000Z',
  });

export interface FakeReviews {
  published: PublishedReviews;
  own: OwnReview;
  /** Requests sent, in order. */
  readonly sent: { readonly call: string; readonly body: unknown }[];
}

/** Call after `fakeApi`: calls not about reviews fall through to it. */
export async function serveReviews(page: Page, over: Partial<FakeReviews> = {}): Promise<FakeReviews> {
  const state: FakeReviews = { published: somePublished(), own: ownReview(), sent: [], ...over };
  await page.route(/\/api\/(admin\/)?reviews/, (route) => {
    const request = route.request();
    const { pathname: path, searchParams } = new URL(request.url());
    if (request.method() !== 'GET') {
      state.sent.push({ call: `${request.method()} ${path}`, body: request.postDataJSON() as unknown });
      return request.method() === 'PATCH'
        ? route.fulfill({ status: 204 })
        : route.fulfill({ status: 202, json: state.own });
    }
    if (path === reviewPaths.own) return route.fulfill({ json: state.own });
    if (path === reviewPaths.reviews) return route.fulfill({ json: state.published });
    return route.fulfill({ json: aQueue((searchParams.get('status') ?? 'pending') as ReviewStatus) });
  });
  return state;
}
