/** The single place where an operator renames the product. */
export const brand = {
  name: 'Kurs',
  slug: 'kurs',
  supportEmail: 'support@kurs.example',
  links: {
    support: 'https://t.me/kurs_support',
    chat: 'https://t.me/kurs_chat',
    telegram: 'https://t.me/kurs_channel',
    /** Anonymous gambling support in many languages (Gordon Moody, a charity). */
    help: 'https://www.gamblingtherapy.org/',
    youtube: 'https://www.youtube.com/@kurs',
  },
} as const;
