/** The one place an operator renames the product in. */
export const brand = {
  name: 'Kurs',
  slug: 'kurs',
  supportEmail: 'support@kurs.example',
  links: {
    support: 'https://t.me/kurs_support',
    chat: 'https://t.me/kurs_chat',
    telegram: 'https://t.me/kurs_channel',
    youtube: 'https://www.youtube.com/@kurs',
  },
} as const;
