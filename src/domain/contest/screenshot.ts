/** Pictures that are taken as screenshots, and how large one may be. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];
export const maxImageBytes = 2_097_152;
