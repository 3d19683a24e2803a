import type { ErrorCode } from '#domain/error-code.ts';
import type { Language } from '#domain/language.ts';
import { phrases as signalEn } from './signal/en.ts';
import { phrases as signalRu } from './signal/ru.ts';
import { phrases as signalUk } from './signal/uk.ts';

/** The text of an error: that of its code, or one that names the case at hand. */
export type ErrorPhrase =
  | ErrorCode
  | 'balance_list_old'
  | 'id_not_stated'
  | 'model_budget_spent'
  | 'model_switched_off'
  | 'own_model_budget_spent'
  | 'own_password_not_proven'
  | 'second_factor_missing'
  | 'sign_in_limited'
  | 'vip_balance_hidden';

const uk = {
  validation_failed: 'Перевірте дані: {{fields}}.',
  symbol_required: 'Для MANUAL AI оберіть валютну пару (параметр symbol), наприклад EURUSD.',
  captcha_failed: 'Підтвердьте, що ви не робот.',
  captcha_required: 'Підтвердьте, що ви не робот.',
  link_invalid: 'Посилання вже не діє. Надішліть нове.',
  address_not_allowed: 'Ця адреса не підходить: вебхуки та push-сповіщення надсилаємо лише на публічні адреси https.',
  malformed_request: 'Запит не вдалося прочитати. Перевірте його формат.',
  image_not_accepted: 'Надішліть знімок екрана у форматі PNG, JPEG або WebP, не більший за 2 МБ.',
  unauthenticated: 'Увійдіть, щоб продовжити.',
  invalid_credentials: 'Неправильна пошта або пароль.',
  forbidden: 'У вас немає на це дозволу.',
  wrong_password: 'Пароль неправильний.',
  second_factor_required: 'Завершіть вхід: підтвердьте його кодом.',
  second_factor_failed: 'Не збігається або вже використано. Спробуйте ще раз.',
  confirmation_required: 'Для цієї дії ще раз підтвердьте, що це ви: паролем або кодом.',
  foreign_origin: 'Запит надійшов зі стороннього сайту, тож його відхилено.',
  foreign_host:
    'Демо-скриньку відкрито за невідомою адресою. Відкрийте її за localhost, IP-адресою або адресою з PUBLIC_URL.',
  email_not_activated: 'Спершу підтвердьте свою електронну пошту.',
  referral_required: 'Спершу вкажіть ID рахунку в брокера.',
  balance_too_low: 'Замало коштів для сигналів. Мінімальна сума для торгівлі — ${{minBalance}}. Поповніть баланс.',
  vip_balance_hidden: 'Для цього індикатора баланс має перевищувати ${{minBalance}}. Вашого балансу замало.',
  vip_balance_required:
    'Для цього індикатора баланс має перевищувати ${{minBalance}}. Ваш поточний баланс — ${{balance}}.',
  self_excluded: 'Ви обмежили торгівлю у брокера, тому сигнали недоступні.',
  stopped_for_today: 'На сьогодні сигнали зупинено за вашим рішенням. Вони повернуться після опівночі ({{timezone}}).',
  account_blocked: 'Доступ до акаунта закрито. Напишіть у підтримку.',
  review_not_allowed: 'Щоб написати відгук, потрібен хоча б один завершений сигнал.',
  contest_team_excluded: 'Адміністратори й внутрішні акаунти участі в конкурсі не беруть: призи лише для користувачів.',
  country_blocked: 'У вашій країні цей сервіс недоступний.',
  not_found: 'Такої адреси немає.',
  leaf_not_open: 'Ці записи відкриються після експірації сигналів.',
  no_signal: signalUk.none.title,
  signal_not_found: 'Такого сигналу немає.',
  user_not_found: 'Такого користувача немає.',
  unknown_symbol: 'Такої валютної пари немає. Список пар: /python_api/symbols.',
  unknown_model: 'Такої моделі немає. Доступні: {{allowed}}.',
  trader_not_found: 'Ваш ID не знайдено. Якщо ви певні, що він правильний, спробуйте ще раз.',
  contest_off: 'Зараз конкурсу немає.',
  method_not_allowed: 'Тут такий метод не підтримується.',
  email_taken: 'Ця пошта вже зареєстрована. Увійдіть або відновіть пароль.',
  already_activated: 'Пошту вже підтверджено.',
  already_confirmed: 'ID брокера вже підтверджено.',
  trader_taken: 'Цей ID уже належить іншому користувачу.',
  market_closed: 'Ринок відпочиває. Сигнали повернуться, коли він відкриється.',
  signal_active: 'У вас уже є активний сигнал. Наступний буде доступний після його експірації.',
  limit_reached: 'У вас їх уже {{max}}, більше не можна. Спершу видаліть один.',
  signal_mismatch: 'Дані не збігаються з виданим сигналом.',
  chase_not_allowed: 'Наздогнати можна лише власний програш, протягом 5 хвилин і не більше двох разів поспіль.',
  contest_closed: 'Долучитися зараз не можна: конкурс не триває.',
  draw_not_ready: 'Розіграш ще не можна провести.',
  screenshot_not_wanted: 'Знімки приймаються лише від переможців, до двадцяти.',
  winner_not_changeable: 'Такий перехід неможливий: перевірте стан переможця.',
  own_account: 'Власний акаунт не можна заблокувати чи позбавити прав. Попросіть іншого адміністратора.',
  last_administrator:
    'Ви єдиний адміністратор. Спершу надайте ці права комусь іншому, тоді акаунт можна буде видалити.',
  role_configured:
    'Цю адресу призначено адміністратором у налаштуваннях сервера (ADMIN_EMAILS). Права можна забрати лише там.',
  user_without_trader: 'Цей користувач ще не має підтвердженого ID брокера.',
  password_not_proven:
    'Спершу цей користувач має задати пароль за посиланням із листа: надішліть йому лист для пароля.',
  user_not_activated: 'Пошту цього користувача ще не підтверджено, тож права надати не можна.',
  mail_not_waiting: 'Цей лист більше не чекає на надсилання. Його вміст стерто разом із посиланням.',
  signal_expired: 'Час дії сигналу минув.',
  body_too_large: 'Запит завеликий: щонайбільше 64 КіБ.',
  unsupported_media_type: 'Надсилайте дані у форматі JSON.',
  rate_limited: 'Забагато запитів. Спробуйте за {{wait}}.',
  internal_error: 'Щось пішло не так. Якщо це повториться, назвіть підтримці номер запиту.',
  broker_unavailable: 'Брокер зараз не відповідає. Спробуйте трохи згодом.',
  balance_list_old:
    'Баланси від брокера застаріли. Сигнали повернуться, щойно ми отримаємо новий список. З вашим акаунтом усе гаразд.',
  id_not_stated: 'Ми звіримо цей ID зі списком брокера й напишемо вам на пошту, зазвичай протягом доби.',
  captcha_unavailable: 'Перевірка на робота зараз недоступна. Спробуйте трохи згодом.',
  warming_up: 'Котирування надходять, а моделі ще читають останні бари. Готові приблизно за {{readyInSeconds}} с.',
  clock_wrong: 'Годинник сервера зараз хибний, тому сигналу не буде. Спробуйте за кілька хвилин.',
  feed_stale: 'Котирування запізнюються, тому сигналу не буде. Спробуйте трохи згодом.',
  model_unavailable: 'Ця модель зараз не підключена. Оберіть іншу.',
  model_switched_off: 'Цю модель зараз вимкнено: {{reason}}',
  maintenance: 'Тривають технічні роботи. Спробуйте ще раз за {{wait}}.',
  telegram_unavailable: 'Сповіщення в Telegram зараз недоступні. Оберіть push або пошту.',
  database_unavailable: 'Сховище зараз недоступне. Спробуйте за кілька секунд.',
  overloaded: 'Сервіс перевантажено. Спробуйте за кілька секунд.',
  sign_in_limited: 'Забагато невдалих спроб входу з вашої мережі. Підтвердьте, що ви не робот, і спробуйте ще раз.',
  model_budget_spent:
    'Запитання до мовних моделей на цей час вичерпано для всіх. Оберіть іншу модель: інші відповідають.',
  own_model_budget_spent:
    'За годину ви вже поставили {{calls}} запитань мовним моделям: кожне коштує грошей. Оберіть іншу модель: інші відповідають.',
  own_password_not_proven: 'Спершу встановіть пароль через лист: «Безпека» → «Пароль». Це доведе, що акаунт ваш.',
  second_factor_missing:
    'Адміністратору потрібен другий крок входу. Додайте застосунок-автентифікатор: «Акаунт» → «Безпека».',
} satisfies Record<ErrorPhrase, string>;

type ErrorPhrases = { readonly [phrase in ErrorPhrase]: string };

const en: ErrorPhrases = {
  validation_failed: 'Check these fields: {{fields}}.',
  symbol_required: 'MANUAL AI needs a currency pair (the symbol parameter), for example EURUSD.',
  captcha_failed: 'Please verify that you are not a robot',
  captcha_required: 'Confirm that you are not a robot',
  link_invalid: 'This link no longer works. Request a new one.',
  address_not_allowed: 'This address isn’t allowed: push notifications go to public https addresses only.',
  malformed_request: 'We couldn’t read the request. Check its format.',
  image_not_accepted: 'Send the screenshot as PNG, JPEG or WebP, 2 MB at most.',
  unauthenticated: 'Sign in to continue.',
  invalid_credentials: 'Incorrect password entered',
  forbidden: 'You don’t have permission to do this.',
  wrong_password: 'Wrong password.',
  second_factor_required: 'Finish signing in: confirm with a code.',
  second_factor_failed: 'That doesn’t match, or it has been used. Try again.',
  confirmation_required: 'Confirm that it’s you before this action: enter your password or a code.',
  foreign_origin: 'The request came from another site and was rejected.',
  foreign_host:
    'The demo mailbox isn’t available at this address. Use localhost, the IP address or the address in PUBLIC_URL.',
  email_not_activated: 'Confirm your email address first.',
  referral_required: 'Enter your broker account ID first.',
  balance_too_low:
    'Oops! Insufficient funds on the account for signals. The minimum trading amount is ${{minBalance}}. Top up your balance',
  vip_balance_hidden: 'This indicator needs a balance above ${{minBalance}}. Yours is too low.',
  vip_balance_required:
    'To use this indicator, your balance must be over ${{minBalance}}. Your current balance is ${{balance}}.',
  self_excluded: 'You’ve limited your trading with the broker, so signals aren’t available.',
  stopped_for_today: 'You’ve stopped signals for today. They return after midnight ({{timezone}}).',
  account_blocked: 'This account is blocked. Contact support.',
  review_not_allowed: 'You need at least one settled signal to write a review.',
  contest_team_excluded: 'Administrators and internal accounts can’t join the challenge: prizes are for users only.',
  country_blocked: 'The service isn’t available in your country.',
  not_found: 'There’s nothing at this address.',
  leaf_not_open: 'These entries open once their signals have expired.',
  no_signal: signalEn.none.title,
  signal_not_found: 'This signal doesn’t exist.',
  user_not_found: 'This user doesn’t exist.',
  unknown_symbol: 'Unknown currency pair. See the list: /python_api/symbols.',
  unknown_model: 'Unknown model. Available: {{allowed}}.',
  trader_not_found: 'Your ID was not found. If you are sure your ID is correct, please try again.',
  contest_off: 'There’s no challenge right now.',
  method_not_allowed: 'This method isn’t supported here.',
  email_taken: 'This email is already registered. Sign in or reset your password.',
  already_activated: 'Your email is already confirmed.',
  already_confirmed: 'Your broker ID is already confirmed.',
  trader_taken: 'This ID already belongs to another user.',
  market_closed: 'The market is resting. Signals return when it opens.',
  signal_active: 'You already have an active signal. You can get the next one after it expires.',
  limit_reached: 'You already have {{max}}, which is the most allowed. End one first.',
  signal_mismatch: 'The data doesn’t match the signal as issued.',
  chase_not_allowed: 'You can only chase your own loss, within 5 minutes and at most twice in a row.',
  contest_closed: 'You can’t join now: the challenge isn’t running.',
  draw_not_ready: 'The draw can’t be held yet.',
  screenshot_not_wanted: 'Screenshots are accepted from winners only, up to twenty.',
  winner_not_changeable: 'That step isn’t possible: check the winner’s status.',
  own_account: 'You can’t block your own account or remove its role. Ask another administrator.',
  last_administrator:
    'You’re the only administrator. Give someone else the role first, then you can delete the account.',
  role_configured: 'The server settings (ADMIN_EMAILS) make this address an administrator. Remove the role there.',
  user_without_trader: 'This user doesn’t have a confirmed broker ID yet.',
  password_not_proven: 'This user first has to set a password through a mailed link: send a password reset.',
  user_not_activated: 'This user hasn’t confirmed their email yet, so they can’t get the role.',
  mail_not_waiting: 'This email is no longer waiting to be sent. Its content and link have been erased.',
  signal_expired: 'This signal has expired.',
  body_too_large: 'The request is too large: the limit is 64 KiB.',
  unsupported_media_type: 'Send the data as JSON.',
  rate_limited: 'Too many requests. Try again in {{wait}}.',
  internal_error: 'Something went wrong. If it happens again, give support the request ID.',
  broker_unavailable: 'The broker isn’t responding. Try again later.',
  balance_list_old:
    'The balances from the broker are too old. Signals return once we get the next list. Nothing is wrong with your account.',
  id_not_stated: 'We’ll compare this ID with the broker’s list and email you, usually within a day.',
  captcha_unavailable: 'The robot check isn’t available right now. Try again later.',
  warming_up: 'Prices are live, and the models are still reading the latest bars. Ready in about {{readyInSeconds}} s.',
  clock_wrong: 'The server’s clock is wrong right now, so there’s no signal. Try again in a few minutes.',
  feed_stale: 'Prices are delayed, so there’s no signal. Try again later.',
  model_unavailable: 'This model isn’t connected right now. Choose another one.',
  model_switched_off: 'This model is switched off right now: {{reason}}',
  maintenance: 'Maintenance is under way. Try again in {{wait}}.',
  telegram_unavailable: 'Alerts by Telegram aren’t available right now. Choose push or mail.',
  database_unavailable: 'Storage is unavailable right now. Try again in a few seconds.',
  overloaded: 'The service is overloaded. Try again in a few seconds.',
  sign_in_limited: 'Too many failed sign-ins from your network. Confirm that you are not a robot and try again.',
  model_budget_spent:
    'The questions to language models are used up for everyone for now. Choose another model: they still answer.',
  own_model_budget_spent:
    'You’ve asked language models {{calls}} questions within an hour, and each costs money. Choose another model: they still answer.',
  own_password_not_proven:
    'First set your password through a mail: Security → Password. This proves that the account is yours.',
  second_factor_missing:
    'Administrators need the second step of signing in. Add an authenticator app under Account → Security.',
};

const ru: ErrorPhrases = {
  validation_failed: 'Проверьте данные: {{fields}}.',
  symbol_required: 'Для MANUAL AI выберите валютную пару (параметр symbol), например EURUSD.',
  captcha_failed: 'Подтвердите, что вы не робот.',
  captcha_required: 'Подтвердите, что вы не робот.',
  link_invalid: 'Ссылка больше не действует. Запросите новую.',
  address_not_allowed:
    'Этот адрес не подходит: вебхуки и push-уведомления отправляем только на публичные адреса https.',
  malformed_request: 'Запрос не удалось прочитать. Проверьте его формат.',
  image_not_accepted: 'Пришлите снимок экрана в формате PNG, JPEG или WebP, не больше 2 МБ.',
  unauthenticated: 'Войдите, чтобы продолжить.',
  invalid_credentials: 'Неверная почта или пароль.',
  forbidden: 'У вас нет на это разрешения.',
  wrong_password: 'Неверный пароль.',
  second_factor_required: 'Завершите вход: подтвердите его кодом.',
  second_factor_failed: 'Не совпадает или уже использовано. Попробуйте ещё раз.',
  confirmation_required: 'Для этого действия ещё раз подтвердите, что это вы: паролем или кодом.',
  foreign_origin: 'Запрос пришёл с чужого сайта и отклонён.',
  foreign_host:
    'Демо-ящик открыт по неизвестному адресу. Откройте его по localhost, IP-адресу или адресу из PUBLIC_URL.',
  email_not_activated: 'Сначала подтвердите свою электронную почту.',
  referral_required: 'Сначала укажите ID счёта у брокера.',
  balance_too_low:
    'Недостаточно средств для сигналов. Минимальная сумма для торговли — ${{minBalance}}. Пополните баланс.',
  vip_balance_hidden: 'Для этого индикатора баланс должен превышать ${{minBalance}}. Вашего баланса недостаточно.',
  vip_balance_required:
    'Для этого индикатора баланс должен быть больше ${{minBalance}}. Ваш текущий баланс — ${{balance}}.',
  self_excluded: 'Вы ограничили торговлю у брокера, поэтому сигналы недоступны.',
  stopped_for_today: 'На сегодня сигналы остановлены по вашему решению. Они вернутся после полуночи ({{timezone}}).',
  account_blocked: 'Доступ к аккаунту закрыт. Напишите в поддержку.',
  review_not_allowed: 'Чтобы написать отзыв, нужен хотя бы один завершённый сигнал.',
  contest_team_excluded:
    'Администраторы и внутренние аккаунты в конкурсе не участвуют: призы только для пользователей.',
  country_blocked: 'В вашей стране сервис недоступен.',
  not_found: 'Такого адреса нет.',
  leaf_not_open: 'Эти записи откроются после экспирации сигналов.',
  no_signal: signalRu.none.title,
  signal_not_found: 'Такого сигнала нет.',
  user_not_found: 'Такого пользователя нет.',
  unknown_symbol: 'Такой валютной пары нет. Список пар: /python_api/symbols.',
  unknown_model: 'Такой модели нет. Доступны: {{allowed}}.',
  trader_not_found: 'Ваш ID не найден. Если вы уверены, что он верный, попробуйте ещё раз.',
  contest_off: 'Сейчас конкурса нет.',
  method_not_allowed: 'Здесь такой метод не поддерживается.',
  email_taken: 'Эта почта уже зарегистрирована. Войдите или восстановите пароль.',
  already_activated: 'Почта уже подтверждена.',
  already_confirmed: 'ID брокера уже подтверждён.',
  trader_taken: 'Этот ID уже принадлежит другому пользователю.',
  market_closed: 'Рынок отдыхает. Сигналы вернутся, когда он откроется.',
  signal_active: 'У вас уже есть активный сигнал. Следующий будет доступен после его экспирации.',
  limit_reached: 'У вас их уже {{max}}, больше нельзя. Сначала удалите один.',
  signal_mismatch: 'Данные не совпадают с выданным сигналом.',
  chase_not_allowed: 'Догнать можно только собственный проигрыш, в течение 5 минут и не более двух раз подряд.',
  contest_closed: 'Участвовать сейчас нельзя: конкурс не идёт.',
  draw_not_ready: 'Розыгрыш пока нельзя провести.',
  screenshot_not_wanted: 'Снимки принимаются только от победителей, до двадцати.',
  winner_not_changeable: 'Такой переход невозможен: проверьте состояние победителя.',
  own_account: 'Собственный аккаунт нельзя заблокировать или лишить прав. Попросите другого администратора.',
  last_administrator:
    'Вы единственный администратор. Сначала дайте эти права кому-то ещё, тогда аккаунт можно будет удалить.',
  role_configured:
    'Этот адрес назначен администратором в настройках сервера (ADMIN_EMAILS). Снять права можно только там.',
  user_without_trader: 'У этого пользователя ещё нет подтверждённого ID брокера.',
  password_not_proven:
    'Сначала этот пользователь должен задать пароль по ссылке из письма: отправьте ему письмо для пароля.',
  user_not_activated: 'Почта этого пользователя ещё не подтверждена, поэтому права дать нельзя.',
  mail_not_waiting: 'Это письмо больше не ждёт отправки. Его содержание стёрто вместе со ссылкой.',
  signal_expired: 'Время действия сигнала истекло.',
  body_too_large: 'Запрос слишком большой: не больше 64 КиБ.',
  unsupported_media_type: 'Отправляйте данные в формате JSON.',
  rate_limited: 'Слишком много запросов. Попробуйте через {{wait}}.',
  internal_error: 'Что-то пошло не так. Если это повторится, сообщите поддержке номер запроса.',
  broker_unavailable: 'Брокер сейчас не отвечает. Попробуйте немного позже.',
  balance_list_old:
    'Балансы от брокера устарели. Сигналы вернутся, как только мы получим новый список. С вашим аккаунтом всё в порядке.',
  id_not_stated: 'Мы сверим этот ID со списком брокера и напишем вам на почту, обычно в течение суток.',
  captcha_unavailable: 'Проверка на робота сейчас недоступна. Попробуйте немного позже.',
  warming_up: 'Котировки поступают, а модели ещё читают последние бары. Готовы примерно через {{readyInSeconds}} с.',
  clock_wrong: 'Часы сервера сейчас неверны, поэтому сигнала не будет. Попробуйте через несколько минут.',
  feed_stale: 'Котировки запаздывают, поэтому сигнала не будет. Попробуйте немного позже.',
  model_unavailable: 'Эта модель сейчас не подключена. Выберите другую.',
  model_switched_off: 'Эта модель сейчас выключена: {{reason}}',
  maintenance: 'Идут технические работы. Попробуйте ещё раз через {{wait}}.',
  telegram_unavailable: 'Уведомления в Telegram сейчас недоступны. Выберите push или почту.',
  database_unavailable: 'Хранилище сейчас недоступно. Попробуйте через несколько секунд.',
  overloaded: 'Сервис перегружен. Попробуйте через несколько секунд.',
  sign_in_limited:
    'Слишком много неудачных попыток входа из вашей сети. Подтвердите, что вы не робот, и попробуйте ещё раз.',
  model_budget_spent:
    'Запросы к языковым моделям на это время исчерпаны для всех. Выберите другую модель: остальные отвечают.',
  own_model_budget_spent:
    'За час вы уже отправили языковым моделям {{calls}} запросов: каждый стоит денег. Выберите другую модель: остальные отвечают.',
  own_password_not_proven:
    'Сначала установите пароль через письмо: «Безопасность» → «Пароль». Так вы докажете, что аккаунт ваш.',
  second_factor_missing:
    'Администратору нужен второй шаг входа. Добавьте приложение-аутентификатор: «Аккаунт» → «Безопасность».',
};

export const errorPhrases: Record<Language, ErrorPhrases> = { uk, en, ru };
