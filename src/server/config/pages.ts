import { appThemes, decorationTimes } from '#domain/app-theme.ts';
import { oneOf, toggle } from './formats.ts';
import { withDefault } from './setting.ts';

/** `.env.example`: How the pages look and behave. */
export const pageSettings = {
  THEME: withDefault(
    oneOf(appThemes),
    'halloween',
    'halloween or basic: the theme of users who have not chosen, all year; every user may choose it and pause its decorations.',
  ),
  DECORATIONS: withDefault(
    oneOf(decorationTimes),
    'season',
    'season (20 October to 2 November), always or never: when the decorations of THEME are drawn. Who chooses the theme by hand sees them at any time.',
  ),
  DEVTOOLS_BLOCKING: withDefault(
    toggle(),
    'off',
    'on or off: while developer tools are open, a notice covers the page (never for crawlers and test browsers). A hindrance, not a protection.',
  ),
};
