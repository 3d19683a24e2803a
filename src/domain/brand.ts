/** The one place an operator renames the product in. */
export const brand = {
  name: 'Kurs',
  slug: 'kurs',
  supportEmail: 'support@kurs.example',
  links: {
    support: 'https://t.me/kurs_support',
    chat: 'https://t.me/kurs_chat',
    telegram: 'https://t.me/kurs_channel',
    /** Free help with gambling, anonymous, in many languages (Gordon Moody, a charity). */
    help: 'https://www.gamblingtherapy.org/',
    youtube: 'https://www.youtube.com/@kurs',
  },
} as const;
