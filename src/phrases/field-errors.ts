import type { Language } from '#domain/language.ts';

/** Errors of a single request field; `{{n}}` is a bound, `{{allowed}}` a list. */
const uk = {
  required: 'Обов’язкове поле.',
  wrongType: 'Неправильний тип значення: потрібен {{expected}}.',
  wrongFormat: 'Неправильний формат.',
  notInstant: 'Потрібен час за ISO 8601, наприклад 2026-01-02T03:04:05Z.',
  notEmail: 'Потрібна адреса пошти, наприклад name@example.com.',
  notId: 'Потрібен ідентифікатор UUID.',
  tooSmall: 'Замало: найменше {{n}}.',
  tooBig: 'Забагато: найбільше {{n}}.',
  tooShort: 'Закоротко: символів щонайменше {{n}}.',
  tooLong: 'Задовго: символів щонайбільше {{n}}.',
  notAllowed: 'Можливі значення: {{allowed}}.',
  unknownField: 'Такого поля немає.',
  passwordWeak:
    'Пароль має містити щонайменше 8 символів, серед них хоча б одну малу літеру, одну велику, одну цифру та один спеціальний символ.',
  passwordTooLong: 'Пароль задовгий: щонайбільше 128 символів.',
  wrong: 'Неправильне значення.',
};

type FieldErrorPhrases = { readonly [key in keyof typeof uk]: string };

const en: FieldErrorPhrases = {
  required: 'This field is required.',
  wrongType: 'The value has the wrong type: {{expected}} is needed.',
  wrongFormat: 'The format is wrong.',
  notInstant: 'A time in ISO 8601 is needed, for example 2026-01-02T03:04:05Z.',
  notEmail: 'An e-mail address is needed, for example name@example.com.',
  notId: 'An identifier (UUID) is needed.',
  tooSmall: 'Too small: at least {{n}}.',
  tooBig: 'Too large: at most {{n}}.',
  tooShort: 'Too short: at least {{n}} characters.',
  tooLong: 'Too long: at most {{n}} characters.',
  notAllowed: 'Allowed values: {{allowed}}.',
  unknownField: 'There is no such field.',
  passwordWeak:
    'The password must contain at least 8 characters, including at least one lowercase letter, one uppercase letter, one number, and one special character',
  passwordTooLong: 'The password is too long: at most 128 characters.',
  wrong: 'The value is wrong.',
};

const ru: FieldErrorPhrases = {
  required: 'Обязательное поле.',
  wrongType: 'Неверный тип значения: нужен {{expected}}.',
  wrongFormat: 'Неверный формат.',
  notInstant: 'Нужно время по ISO 8601, например 2026-01-02T03:04:05Z.',
  notEmail: 'Нужен адрес почты, например name@example.com.',
  notId: 'Нужен идентификатор UUID.',
  tooSmall: 'Слишком мало: не меньше {{n}}.',
  tooBig: 'Слишком много: не больше {{n}}.',
  tooShort: 'Слишком коротко: символов не меньше {{n}}.',
  tooLong: 'Слишком длинно: символов не больше {{n}}.',
  notAllowed: 'Возможные значения: {{allowed}}.',
  unknownField: 'Такого поля нет.',
  passwordWeak:
    'Пароль должен содержать не менее 8 символов, среди них хотя бы одну строчную букву, одну заглавную, одну цифру и один специальный символ.',
  passwordTooLong: 'Пароль слишком длинный: не больше 128 символов.',
  wrong: 'Неверное значение.',
};

export const fieldErrorPhrases: Record<Language, FieldErrorPhrases> = { uk, en, ru };
export type FieldErrorKey = keyof FieldErrorPhrases;
