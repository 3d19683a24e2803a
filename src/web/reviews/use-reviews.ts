import { useState } from 'react';
import type { PublishedReviews, Review } from '#contract/reviews.ts';
import { reviewPaths } from '#contract/paths.ts';
import { getPublic } from '../api/request.ts';
import { usePublicRead } from '../api/use-public-read.ts';

interface ReadReviews {
  /** Null: loading or unavailable. */
  readonly reviews: PublishedReviews | null;
  readonly items: readonly Review[];
  readonly hasFailed: boolean;
  readonly hasMore: boolean;
  refetch(): void;
  more(): Promise<void>;
}

/** The newest page, with older pages loaded on demand. */
export function useReviews(): ReadReviews {
  const { data, error, refetch } = usePublicRead<PublishedReviews>(reviewPaths.reviews);
  const [older, setOlder] = useState<readonly PublishedReviews[]>([]);
  const next = (older.at(-1) ?? data)?.nextCursor ?? null;
  return {
    reviews: data,
    items: [...(data?.items ?? []), ...older.flatMap(({ items }) => items)],
    hasFailed: error !== null,
    hasMore: next !== null,
    refetch,
    more: async () => {
      if (next === null) return;
      const page = await getPublic<PublishedReviews>(`${reviewPaths.reviews}?cursor=${encodeURIComponent(next)}`);
      setOlder((before) => [...before, page]);
    },
  };
}
