/** Answered on the page, and to a search that asks (meta). */
export const questions = ['free', 'profit', 'percent', 'broker', 'hide', 'when'] as const;
