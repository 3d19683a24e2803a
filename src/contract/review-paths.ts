/**
 * Separate from the schemas, so that public pages can import the paths without bundling the
 * validator.
 */
export const reviewPaths = {
  reviews: '/api/reviews',
  own: '/api/reviews/own',
  adminReviews: '/api/admin/reviews',
  adminReview: '/api/admin/reviews/:id',
} as const;
