/** Apart from the shapes, so that pages know addresses without carrying a validator. */
export const traderPaths = {
  info: '/api/trader/info/:id',
  check: '/api/trader/check',
  referralId: '/api/referral-id',
  links: '/api/trader/links',
} as const;
