/** Names of the currencies; `dative` as in “against the dollar” where a language needs it. */
export const signalCurrenciesUk = {
  plain: {
    EUR: 'євро',
    GBP: 'фунт стерлінгів',
    AUD: 'австралійський долар',
    NZD: 'новозеландський долар',
    USD: 'долар США',
    CAD: 'канадський долар',
    CHF: 'швейцарський франк',
    JPY: 'єна',
  },
  dative: {
    EUR: 'євро',
    GBP: 'фунта стерлінгів',
    AUD: 'австралійського долара',
    NZD: 'новозеландського долара',
    USD: 'долара США',
    CAD: 'канадського долара',
    CHF: 'швейцарського франка',
    JPY: 'єни',
  },
};
