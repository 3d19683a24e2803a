import type { Language } from '#domain/language.ts';

/** What can be wrong with one field of a request; `{{n}}` is a bound, `{{allowed}}` a list. */
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
  wrong: 'Неправильне значення.',
};

type FieldFaultPhrases = { readonly [key in keyof typeof uk]: string };

const en: FieldFaultPhrases = {
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
  wrong: 'The value is wrong.',
};

const ru: FieldFaultPhrases = {
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
  wrong: 'Неверное значение.',
};

export const fieldFaultPhrases: Record<Language, FieldFaultPhrases> = { uk, en, ru };
export type FieldFaultKey = keyof FieldFaultPhrases;
