/** Separate from the schemas, so that pages can import the paths without bundling the validator. */
export const alertPaths = {
  alerts: '/api/alerts',
  preview: '/api/alerts/preview',
  watch: '/api/alerts/watch',
  pushKey: '/api/push/key',
  pushSubscriptions: '/api/push/subscriptions',
  pushSubscription: '/api/push/subscriptions/:id',
} as const;

export const alertMailPaths = { unsubscribe: '/api/user/alert-mail/unsubscribe/:token' } as const;
