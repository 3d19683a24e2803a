/** The tours of the tutorial that an account remembers as closed. */
export const tourNames = ['main', 'manual', 'explain', 'info'] as const;
export type TourName = (typeof tourNames)[number];
