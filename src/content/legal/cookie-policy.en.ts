import type { LegalDocument } from './legal-document.ts';

export const cookiePolicyEn: LegalDocument = {
  title: 'Cookie policy',
  description: 'Which cookie {{brand}} sets and what it stores in your browser.',
  short: [
    'One cookie, and only after you sign in.',
    'No advertising and no tracking, so there’s nothing to opt out of.',
  ],
  risk: null,
  sections: [
    {
      title: 'The cookie',
      paragraphs: [
        'After you sign in, your browser gets one cookie with the key that renews your session. Page scripts can’t read it, it isn’t sent to other sites and it lasts 30 days. Signing out removes it. Without it you’d have to enter your password every 10 minutes.',
      ],
    },
    {
      title: 'Browser storage',
      paragraphs: ['Local storage holds what the site needs to work for you:'],
      points: [
        'a 10-minute access key (token);',
        'your language, theme, chosen model and expiration time, the models you follow;',
        'your last signal and its currency pair, so it isn’t repeated for 20 minutes;',
        'your balance and when it was checked, for hints, and your stake rule;',
        'what you’ve already seen or switched off: the tutorial, the cookie notice, the offer of English, decorations, animation, keyboard shortcuts;',
        'a campaign tag, until you register.',
      ],
    },
    {
      title: 'Copies for offline use',
      paragraphs: [
        'So that the site opens without a connection, your browser keeps copies of public pages and articles. While you’re signed in, it also keeps your latest settled signals; signing out deletes them.',
      ],
    },
    {
      title: 'How to remove it all',
      paragraphs: [
        'Sign out or clear the site’s data in your browser settings. The site will keep working with its default settings.',
      ],
    },
  ],
};
