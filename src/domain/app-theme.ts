import { knownZone } from './market/start-of-day.ts';

/** Page decorations; independent of light and dark mode. */
export const appThemes = ['halloween', 'basic'] as const;
export type AppTheme = (typeof appThemes)[number];

/** When the decorations of the default theme are drawn. */
export const decorationTimes = ['season', 'always', 'never'] as const;

export interface ThemeSettings {
  readonly theme: AppTheme;
  readonly decorations: (typeof decorationTimes)[number];
  readonly timezone: string;
}

/** First and last day, inclusive: month and day. */
const season = { from: '10-20', to: '11-02' } as const;

/** The theme of users who have not chosen one. `now`: milliseconds UTC. */
export function getDefaultTheme({ theme, decorations, timezone }: ThemeSettings, now: number): AppTheme {
  const isDrawn = decorations === 'always' || (decorations === 'season' && isSeason(now, timezone));
  return isDrawn ? theme : 'basic';
}

function isSeason(now: number, timezone: string): boolean {
  // Swedish dates are written as ISO 8601 dates.
  const day = new Intl.DateTimeFormat('sv', { timeZone: knownZone(timezone), dateStyle: 'short' }).format(now).slice(5);
  return day >= season.from && day <= season.to;
}
