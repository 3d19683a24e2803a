/** Shown on the page, and as structured data for search engines (meta). */
export const questions = ['free', 'profit', 'percent', 'broker', 'hide', 'when'] as const;
