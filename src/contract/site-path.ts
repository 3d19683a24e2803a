/** Separate from its schema, so that visitor pages do not load one. */
export const sitePath = '/api/site';
