import { usePhrases } from '#web/language/use-phrases.ts';

type FormatAmount = (amount: number, sign?: 'signed' | 'plain') => string;

/** Amounts in stakes, in words: one decimal for small amounts. */
export function useStakes(): FormatAmount {
  const { t, f } = usePhrases();
  return (amount, sign = 'plain') => {
    const decimals = Math.abs(amount) < 100 && !Number.isInteger(amount) ? 1 : 0;
    const n = sign === 'signed' ? f.signed(amount, decimals) : f.decimal(amount, decimals);
    // Plural rules: a fraction has its own plural form, and the sign is irrelevant.
    const count = Math.abs(decimals === 0 ? Math.round(amount) : Math.round(amount * 10) / 10);
    return t('record.equity.total', { n, count });
  };
}
