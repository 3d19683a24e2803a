import { useEffect, useEffectEvent, useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';

interface PayoutFieldProps {
  /** Share of the stake. */
  readonly payout: number;
  readonly onChange: (payout: number) => void;
}

/** Debounce, so that the figures do not change on a half-typed number. */
const pauseMs = 400;

/** In percent, as brokers state it; the whole page depends on it. */
export function PayoutField({ payout, onChange }: PayoutFieldProps) {
  const { t } = usePhrases();
  const [text, setText] = useState<string | null>(null);
  const percent = Number(text?.replace(',', '.'));
  const isPayout = text !== null && percent >= 1 && percent <= 300;
  const submitNow = (): void => onChange(Math.round(percent * 10) / 1_000);
  const submit = useEffectEvent(submitNow);
  useEffect(() => {
    if (!isPayout) return;
    const pause = setTimeout(() => submit(), pauseMs);
    return () => clearTimeout(pause);
  }, [isPayout, percent]);
  return (
    <label className="sel rec-payout">
      {t('record.models.payout')}
      <input
        inputMode="decimal"
        value={text ?? String(Math.round(payout * 1_000) / 10)}
        aria-invalid={text !== null && !isPayout}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => {
          if (isPayout) submitNow();
          setText(null);
        }}
      />
    </label>
  );
}
