import type { shellUk } from './uk.ts';
import type { Translation } from '../translation.ts';

export const shellEn: Translation<typeof shellUk> = {
  season: {
    off: 'Remove decorations',
    pause: 'Pause decorations',
    play: 'Play decorations',
    group: 'Seasonal decorations',
  },
  theme: {
    title: 'Decoration',
    halloween: 'Halloween',
    basic: 'Plain',
    motion: 'Moving decorations',
    moving: 'On',
    still: 'Off',
    note: 'If your system asks for reduced motion, decorations always stay still.',
  },
  tips: {
    label: 'Trading tip',
    place: 'Tip {{n}} of {{count}}',
    next: 'Next tip',
    pause: 'Stay on this tip',
    play: 'Rotate tips',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    lead: 'They work everywhere except in text fields.',
    followedBy: 'then',
    list: 'This list',
    signal: 'Go to signal',
    history: 'Go to history',
    home: 'Home',
    get: 'Get signal',
    language: 'Next language',
    theme: 'Light or dark theme',
    close: 'Close a window or menu',
    on: 'Shortcuts on',
    note: 'Turn them off if they interfere with a screen reader or voice control. You can turn them back on here or in your account.',
    open: 'Keyboard shortcuts',
  },
  connection: {
    label: 'Connection',
    lost: 'You’re offline. Prices and signals aren’t updating',
    back: 'You’re back online',
  },
  marketOpen: 'The market is open. Signals are available again.',
  devtools: {
    title: 'Developer tools are open',
    text: 'The site doesn’t work while they’re open. Close them and reload the page.',
  },
};
