import type { Direction } from '#domain/market/direction.ts';
import type { Language } from '#domain/language.ts';
import type { Outcome } from '#domain/signals/outcome.ts';

interface AlertMessages {
  readonly title: string;
  readonly body: string;
  /** Where there is no countdown. */
  readonly holdsUntil: string;
  /** The countdown beside the title. */
  readonly seconds: string;
  readonly over: string;
  readonly open: string;
  readonly dismiss: string;
  readonly directions: Readonly<Record<Direction, string>>;
  readonly resultTitle: string;
  readonly resultBody: string;
  readonly results: Readonly<Record<Outcome, string>>;
  /** Of a forecast without an edge. */
  readonly practice: string;
}

/** Messages of alerts on devices. The server fills and sends them in the language of the account. */
export const alertMessages: Readonly<Record<Language, AlertMessages>> = {
  uk: {
    title: '{{pair}} {{direction}} · {{percent}}',
    body: '{{model}}, {{duration}} хв. Відкрийте, щоб узяти сигнал: це ще не сигнал.',
    holdsUntil: 'Діє до {{time}} UTC.',
    seconds: '{{n}} с',
    over: 'уже не діє',
    open: 'Відкрити',
    dismiss: 'Не зараз',
    directions: { BUY: '↑ вгору', SELL: '↓ вниз' },
    resultTitle: '{{pair}}: {{result}}',
    resultBody: '{{model}}, {{direction}}, {{duration}} хв. Результат у вашій історії.',
    results: { successful: 'виграш', unsuccessful: 'програш', neutral: 'нічия', void: 'не зараховано' },
    practice: '{{result}} (практика)',
  },
  en: {
    title: '{{pair}} {{direction}} · {{percent}}',
    body: '{{model}}, {{duration}} min. Open to take a signal: this isn’t one yet.',
    holdsUntil: 'Holds until {{time}} UTC.',
    seconds: '{{n}} s',
    over: 'no longer holds',
    open: 'Open',
    dismiss: 'Not now',
    directions: { BUY: '↑ up', SELL: '↓ down' },
    resultTitle: '{{pair}}: {{result}}',
    resultBody: '{{model}}, {{direction}}, {{duration}} min. The result is in your history.',
    results: { successful: 'won', unsuccessful: 'lost', neutral: 'tied', void: 'not counted' },
    practice: '{{result}} (practice)',
  },
  ru: {
    title: '{{pair}} {{direction}} · {{percent}}',
    body: '{{model}}, {{duration}} мин. Откройте, чтобы взять сигнал: это ещё не сигнал.',
    holdsUntil: 'Действует до {{time}} UTC.',
    seconds: '{{n}} с',
    over: 'уже не действует',
    open: 'Открыть',
    dismiss: 'Не сейчас',
    directions: { BUY: '↑ вверх', SELL: '↓ вниз' },
    resultTitle: '{{pair}}: {{result}}',
    resultBody: '{{model}}, {{direction}}, {{duration}} мин. Результат в вашей истории.',
    results: { successful: 'выигрыш', unsuccessful: 'проигрыш', neutral: 'ничья', void: 'не засчитано' },
    practice: '{{result}} (практика)',
  },
};

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

/** Name of the contest, also used by the API. */
export const contestNames: Readonly<Record<Language, string>> = {
  uk: 'Новорічний конкурс',
  en: 'New Year challenge',
  ru: 'Новогодний конкурс',
};

interface CountryPage {
  readonly title: string;
  readonly reason: string;
  readonly mistake: string;
}

/** The page for visitors from a country where the product may not be offered. */
export const countryPagePhrases: Readonly<Record<Language, CountryPage>> = {
  uk: {
    title: 'Сервіс {{brand}} недоступний у вашій країні',
    reason: 'У вашій країні такі послуги пропонувати не можна, тому сигналів, реєстрації та сторінок тут немає.',
    mistake: 'Якщо ви не в цій країні, вимкніть VPN або напишіть нам:',
  },
  en: {
    title: '{{brand}} is not available in your country',
    reason:
      'Services like this one may not be offered in your country, so there are no signals, no accounts and no pages here.',
    mistake: 'If you are not in that country, turn off your VPN or write to us:',
  },
  ru: {
    title: 'Сервис {{brand}} недоступен в вашей стране',
    reason: 'В вашей стране такие услуги предлагать нельзя, поэтому сигналов, регистрации и страниц здесь нет.',
    mistake: 'Если вы не в этой стране, отключите VPN или напишите нам:',
  },
};

interface MaintenancePhrases {
  readonly title: string;
  readonly text: string;
  /** Follows the text where the end is known. */
  readonly until: string;
  /** The line above a page. */
  readonly notice: string;
}

/** During maintenance: the page that stands for all others, and the line above those that are served. */
export const maintenancePhrases: Readonly<Record<Language, MaintenancePhrases>> = {
  uk: {
    title: 'Технічні роботи',
    text: 'Сайт ненадовго зупинено. Відкриті сигнали завершаться вчасно, публічний запис триває.',
    until: 'Очікуване завершення: {{time}}.',
    notice: 'Технічні роботи: нових сигналів поки немає.',
  },
  en: {
    title: 'Maintenance',
    text: 'The site is closed for a short while. Open signals settle on time, and the public record goes on.',
    until: 'Expected end: {{time}}.',
    notice: 'Maintenance: no new signals for now.',
  },
  ru: {
    title: 'Технические работы',
    text: 'Сайт ненадолго остановлен. Открытые сигналы завершатся вовремя, публичная запись продолжается.',
    until: 'Ожидаемое окончание: {{time}}.',
    notice: 'Технические работы: новых сигналов пока нет.',
  },
};
