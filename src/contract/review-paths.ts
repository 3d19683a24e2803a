/** Apart from the shapes, so that public pages know addresses without carrying a validator. */
export const reviewPaths = {
  reviews: '/api/reviews',
  own: '/api/reviews/own',
  adminReviews: '/api/admin/reviews',
  adminReview: '/api/admin/reviews/:id',
} as const;
