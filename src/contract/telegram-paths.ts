/** Separate from the schema, so that pages can import the path without bundling the validator. */
export const telegramPaths = { link: '/api/telegram/link' } as const;
