/** Apart from its schema: pages for visitors ask without loading one. */
export const sitePath = '/api/site';
