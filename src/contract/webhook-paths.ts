/** Separate from the schemas, so that pages can import the paths without bundling the validator. */
export const webhookPaths = {
  webhooks: '/api/webhooks',
  webhook: '/api/webhooks/:id',
  test: '/api/webhooks/:id/test',
  secret: '/api/webhooks/:id/secret',
  deliveries: '/api/webhooks/:id/deliveries',
  resend: '/api/webhooks/:id/deliveries/:deliveryId',
} as const;
