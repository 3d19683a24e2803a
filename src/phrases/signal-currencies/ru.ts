import type { Translation } from '../translation.ts';
import type { signalCurrenciesUk } from './uk.ts';

export const signalCurrenciesRu: Translation<typeof signalCurrenciesUk> = {
  plain: {
    EUR: 'евро',
    GBP: 'фунт стерлингов',
    AUD: 'австралийский доллар',
    NZD: 'новозеландский доллар',
    USD: 'доллар США',
    CAD: 'канадский доллар',
    CHF: 'швейцарский франк',
    JPY: 'иена',
  },
  dative: {
    EUR: 'евро',
    GBP: 'фунту стерлингов',
    AUD: 'австралийскому доллару',
    NZD: 'новозеландскому доллару',
    USD: 'доллару США',
    CAD: 'канадскому доллару',
    CHF: 'швейцарскому франку',
    JPY: 'иене',
  },
};
