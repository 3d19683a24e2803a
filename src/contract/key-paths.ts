/** Separate from the schemas, so that pages can import the paths without bundling the validator. */
export const keyPaths = { keys: '/api/keys', key: '/api/keys/:id' } as const;
