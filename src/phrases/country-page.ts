import type { Language } from '#domain/language.ts';

const uk = {
  title: '{{brand}} недоступний у вашій країні',
  reason: 'У вашій країні такі послуги пропонувати не можна, тому сигналів, реєстрації та сторінок тут немає.',
  mistake: 'Якщо ви не в цій країні, вимкніть VPN або напишіть нам:',
};

type CountryPage = Readonly<typeof uk>;

const en: CountryPage = {
  title: '{{brand}} is not available in your country',
  reason:
    'Services like this one may not be offered in your country, so there are no signals, no accounts and no pages here.',
  mistake: 'If you are not in that country, turn off your VPN or write to us:',
};

const ru: CountryPage = {
  title: '{{brand}} недоступен в вашей стране',
  reason: 'В вашей стране такие услуги предлагать нельзя, поэтому сигналов, регистрации и страниц здесь нет.',
  mistake: 'Если вы не в этой стране, отключите VPN или напишите нам:',
};

/** The page for visitors from a country where the product may not be offered. */
export const countryPagePhrases: Readonly<Record<Language, CountryPage>> = { uk, en, ru };
