import type { LegalDocument } from './legal-document.ts';

export const cookiePolicyEn: LegalDocument = {
  title: 'Cookie policy',
  description: 'Which cookie {{brand}} sets and what it keeps in your browser.',
  short: ['One cookie, and only after you sign in.', 'No advertising and no tracking, so there is nothing to refuse.'],
  risk: null,
  sections: [
    {
      title: 'The cookie',
      paragraphs: [
        'After you sign in the browser gets one cookie with the key that renews the session. Scripts of the page do not see it, it is not sent to other sites, and it lives for 30 days. Signing out removes it. Without it you would type the password every 10 minutes.',
      ],
    },
    {
      title: 'The browser’s storage',
      paragraphs: ['Local storage holds what you need yourself:'],
      points: [
        'the access key for 10 minutes (token);',
        'language, theme, the chosen model and expiration time;',
        'the last signal and its pair, so that it is not repeated for 20 minutes;',
        'the balance and when it was checked, for hints;',
        'what you have already seen or switched off: the tutorial, the notice, decorations, motion, keys;',
        'the tag of a campaign until you register.',
      ],
    },
    {
      title: 'Copies for when you are offline',
      paragraphs: [
        'So that the site opens without a network, your browser keeps copies of public pages and articles. While you are signed in, your last settled signals are among them; signing out deletes those.',
      ],
    },
    {
      title: 'How to remove it',
      paragraphs: [
        'Sign out, or clear the site’s data in the settings of your browser. The site goes on with its first settings.',
      ],
    },
  ],
};
