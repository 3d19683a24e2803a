/** Separate from the schemas, so that pages can import the paths without bundling the validator. */
export const traderPaths = {
  info: '/api/trader/info/:id',
  check: '/api/trader/check',
  referralId: '/api/referral-id',
  registrations: '/api/broker/registrations',
  links: '/api/trader/links',
  trades: '/api/trader/trades',
} as const;
