/** Accepted image types of a screenshot, and its max size. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];
export const maxImageBytes = 2_097_152;
