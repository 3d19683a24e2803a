/** Separate from the schema, so that pages can import the paths without bundling the validator. */
export const recapPaths = {
  mail: '/api/user/recap-mail',
  unsubscribe: '/api/user/recap-mail/unsubscribe/:token',
} as const;

export const digestPaths = {
  mail: '/api/user/digest-mail',
  unsubscribe: '/api/user/digest-mail/unsubscribe/:token',
} as const;
