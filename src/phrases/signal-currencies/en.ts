import type { Translation } from '../translation.ts';
import type { signalCurrenciesUk } from './uk.ts';

export const signalCurrenciesEn: Translation<typeof signalCurrenciesUk> = {
  plain: {
    EUR: 'euro',
    GBP: 'British pound',
    AUD: 'Australian dollar',
    NZD: 'New Zealand dollar',
    USD: 'US dollar',
    CAD: 'Canadian dollar',
    CHF: 'Swiss franc',
    JPY: 'Japanese yen',
  },
  dative: {
    EUR: 'euro',
    GBP: 'British pound',
    AUD: 'Australian dollar',
    NZD: 'New Zealand dollar',
    USD: 'US dollar',
    CAD: 'Canadian dollar',
    CHF: 'Swiss franc',
    JPY: 'Japanese yen',
  },
};
