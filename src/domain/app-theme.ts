/** Page decorations; independent of light and dark mode. */
export const appThemes = ['halloween', 'basic'] as const;
export type AppTheme = (typeof appThemes)[number];

export const isAppTheme = (value: unknown): value is AppTheme => appThemes.some((theme) => theme === value);
