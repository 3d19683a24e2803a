import type { Language } from '#domain/language.ts';

/** Errors of a single request field; `{{n}}` is a bound, `{{allowed}}` a list. */
const uk = {
  required: 'Обов’язкове поле.',
  wrongType: 'Неправильний тип: потрібен {{expected}}.',
  wrongFormat: 'Неправильний формат.',
  notInstant: 'Потрібен час за ISO 8601, наприклад 2026-01-02T03:04:05Z.',
  notEmail: 'Потрібна адреса пошти, наприклад name@example.com.',
  notHttps: 'Потрібна адреса https без імені користувача й пароля, наприклад https://example.com/hook.',
  notId: 'Потрібен ідентифікатор UUID.',
  tooSmall: 'Замало: щонайменше {{n}}.',
  notAbove: 'Замало: потрібно більше за {{n}}.',
  tooBig: 'Забагато: щонайбільше {{n}}.',
  tooShort: 'Закоротко: символів щонайменше {{n}}.',
  tooLong: 'Задовго: символів щонайбільше {{n}}.',
  notAllowed: 'Можливі значення: {{allowed}}.',
  unknownField: 'Такого поля немає.',
  notCursor: 'Потрібне значення nextCursor попередньої сторінки.',
  notPair: 'Потрібна валютна пара, наприклад EURUSD.',
  notPayout:
    'Потрібне ціле число від 60 до 92. Вища виплата рахується як 92: її дають за ціни, які брокер створює сам (OTC), а ці сигнали не для них.',
  notPeriod: 'Період не може закінчитися раніше, ніж почнеться.',
  notTile: 'Потрібен номер плитки, наприклад x001/x234/067.',
  passwordWeak:
    'Пароль має містити щонайменше 8 символів, серед них хоча б одну малу літеру, одну велику, одну цифру та один спеціальний символ.',
  passwordTooLong: 'Пароль задовгий: щонайбільше 128 символів.',
  wrong: 'Неправильне значення.',
};

type FieldErrorPhrases = { readonly [key in keyof typeof uk]: string };

const en: FieldErrorPhrases = {
  required: 'Required.',
  wrongType: 'Wrong type: expected {{expected}}.',
  wrongFormat: 'Wrong format.',
  notInstant: 'Enter an ISO 8601 time, for example 2026-01-02T03:04:05Z.',
  notEmail: 'Enter an email address, for example name@example.com.',
  notHttps: 'Enter an https address without a user name or password, for example https://example.com/hook.',
  notId: 'Enter a UUID.',
  tooSmall: 'Too small: {{n}} at least.',
  notAbove: 'Too small: it must be more than {{n}}.',
  tooBig: 'Too large: {{n}} at most.',
  tooShort: 'Too short: {{n}} characters at least.',
  tooLong: 'Too long: {{n}} characters at most.',
  notAllowed: 'Allowed values: {{allowed}}.',
  unknownField: 'Unknown field.',
  notCursor: 'Enter the nextCursor of the page before.',
  notPair: 'Enter a currency pair, for example EURUSD.',
  notPayout:
    'Enter a whole number from 60 to 92. More counts as 92: it is paid on prices that the broker makes itself (OTC), and these signals are not for them.',
  notPeriod: 'The period must not end before it begins.',
  notTile: 'Enter the number of a tile, for example x001/x234/067.',
  passwordWeak:
    'The password must contain at least 8 characters, including at least one lowercase letter, one uppercase letter, one number, and one special character',
  passwordTooLong: 'The password is too long: 128 characters at most.',
  wrong: 'Invalid value.',
};

const ru: FieldErrorPhrases = {
  required: 'Обязательное поле.',
  wrongType: 'Неверный тип: нужен {{expected}}.',
  wrongFormat: 'Неверный формат.',
  notInstant: 'Нужно время по ISO 8601, например 2026-01-02T03:04:05Z.',
  notEmail: 'Нужен адрес почты, например name@example.com.',
  notHttps: 'Нужен адрес https без имени пользователя и пароля, например https://example.com/hook.',
  notId: 'Нужен идентификатор UUID.',
  tooSmall: 'Слишком мало: не меньше {{n}}.',
  notAbove: 'Слишком мало: нужно больше {{n}}.',
  tooBig: 'Слишком много: не больше {{n}}.',
  tooShort: 'Слишком коротко: символов не меньше {{n}}.',
  tooLong: 'Слишком длинно: символов не больше {{n}}.',
  notAllowed: 'Возможные значения: {{allowed}}.',
  unknownField: 'Такого поля нет.',
  notCursor: 'Нужно значение nextCursor предыдущей страницы.',
  notPair: 'Нужна валютная пара, например EURUSD.',
  notPayout:
    'Нужно целое число от 60 до 92. Выплата выше считается как 92: её дают за цены, которые брокер создаёт сам (OTC), а эти сигналы не для них.',
  notPeriod: 'Период не может закончиться раньше, чем начнётся.',
  notTile: 'Нужен номер плитки, например x001/x234/067.',
  passwordWeak:
    'Пароль должен содержать не менее 8 символов, среди них хотя бы одну строчную букву, одну заглавную, одну цифру и один специальный символ.',
  passwordTooLong: 'Пароль слишком длинный: не больше 128 символов.',
  wrong: 'Неверное значение.',
};

export const fieldErrorPhrases: Record<Language, FieldErrorPhrases> = { uk, en, ru };
export type FieldErrorKey = keyof FieldErrorPhrases;
