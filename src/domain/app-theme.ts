import { knownZone } from './market/start-of-day.ts';

/** A theme is a class of the body, all year; independent of light and dark mode. */
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

/** Whether users who have chosen no theme see decorations. `now`: milliseconds UTC. */
export const areDecorationsDrawn = ({ theme, decorations, timezone }: ThemeSettings, now: number): boolean =>
  theme === 'halloween' && (decorations === 'always' || (decorations === 'season' && isSeason(now, timezone)));

function isSeason(now: number, timezone: string): boolean {
  // Swedish dates are written as ISO 8601 dates.
  const day = new Intl.DateTimeFormat('sv', { timeZone: knownZone(timezone), dateStyle: 'short' }).format(now).slice(5);
  return day >= season.from && day <= season.to;
}
