/** Separate from its schema, so that visitor pages do not load one. */
export const sitePath = '/api/site';
export const errorReportsPath = '/api/site/error-reports';
