import type { Language } from '#domain/language.ts';

export interface TelegramMessages {
  readonly linked: string;
  readonly codeEnded: string;
  readonly codeEndedButLinked: string;
  readonly tooManyCodes: string;
  readonly notLinked: string;
  readonly stopped: string;
  readonly commands: string;
  readonly status: string;
  readonly noResults: string;
  /** One line of `status`. */
  readonly result: string;
  /** Buttons. */
  readonly account: string;
  readonly history: string;
}

/** What the bot answers, in the language of the account, otherwise of the person's Telegram. */
export const telegramMessages: Readonly<Record<Language, TelegramMessages>> = {
  uk: {
    linked:
      'Чат підключено до акаунта. Які сповіщення надсилати, ви вирішуєте в акаунті.\n/status: десять останніх результатів\n/stop: від’єднати чат',
    codeEnded: 'Посилання недійсне: воно діє 10 хвилин і лише один раз. Створіть нове в акаунті.',
    codeEndedButLinked:
      'Це посилання вже недійсне, але чат підключено.\n/status: десять останніх результатів\n/stop: від’єднати чат',
    tooManyCodes: 'Забагато спроб. Спробуйте за годину з новим посиланням з акаунта.',
    notLinked: 'Цей чат не підключено. Створіть посилання в акаунті, у розділі «Підключення».',
    stopped: 'Чат від’єднано, повідомлень більше не буде. Підключити знову можна в акаунті.',
    commands: '/status: десять останніх результатів\n/stop: від’єднати чат',
    status: 'Останні результати, час UTC:',
    noResults: 'Результатів ще немає.',
    result: '{{time}} · {{pair}} {{direction}} · {{duration}} хв · {{result}}',
    account: 'Акаунт',
    history: 'Історія',
  },
  en: {
    linked:
      'This chat is connected to your account. You choose in the account which alerts come here.\n/status: your last ten results\n/stop: disconnect this chat',
    codeEnded: 'This link isn’t valid: it works for 10 minutes and only once. Create a new one in your account.',
    codeEndedButLinked:
      'This link is no longer valid, but the chat is connected.\n/status: your last ten results\n/stop: disconnect this chat',
    tooManyCodes: 'Too many attempts. Try again in an hour with a new link from your account.',
    notLinked: 'This chat isn’t connected. Create a link in your account, under “Connections”.',
    stopped: 'The chat is disconnected: no more messages. You can connect it again in your account.',
    commands: '/status: your last ten results\n/stop: disconnect this chat',
    status: 'Your last results, times in UTC:',
    noResults: 'No results yet.',
    result: '{{time}} · {{pair}} {{direction}} · {{duration}} min · {{result}}',
    account: 'Account',
    history: 'History',
  },
  ru: {
    linked:
      'Чат подключён к аккаунту. Какие уведомления присылать, вы решаете в аккаунте.\n/status: десять последних результатов\n/stop: отключить чат',
    codeEnded: 'Ссылка недействительна: она действует 10 минут и только один раз. Создайте новую в аккаунте.',
    codeEndedButLinked:
      'Эта ссылка уже недействительна, но чат подключён.\n/status: десять последних результатов\n/stop: отключить чат',
    tooManyCodes: 'Слишком много попыток. Попробуйте через час с новой ссылкой из аккаунта.',
    notLinked: 'Этот чат не подключён. Создайте ссылку в аккаунте, в разделе «Подключения».',
    stopped: 'Чат отключён, сообщений больше не будет. Подключить снова можно в аккаунте.',
    commands: '/status: десять последних результатов\n/stop: отключить чат',
    status: 'Последние результаты, время UTC:',
    noResults: 'Результатов ещё нет.',
    result: '{{time}} · {{pair}} {{direction}} · {{duration}} мин · {{result}}',
    account: 'Аккаунт',
    history: 'История',
  },
};
