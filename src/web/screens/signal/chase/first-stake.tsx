import { useId, useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';

/**
 * The actual stake is known only to the broker and the trader: this is the default until the user
 * enters it.
 */
const usualStake = 10;

export function useFirstStake(): [number, (stake: number) => void] {
  const [stake, setStake] = useState(savedStake);
  return [
    stake,
    (next) => {
      setStake(next);
      writeStored('firstStake', next);
    },
  ];
}

function savedStake(): number {
  const saved = readStored('firstStake');
  return saved !== null && saved > 0 ? saved : usualStake;
}

export function FirstStake({ value, onChange }: { value: number; onChange: (stake: number) => void }) {
  const { t } = usePhrases();
  const id = useId();
  const [text, setText] = useState(String(value));
  const take = (next: string): void => {
    setText(next);
    const stake = Number(next.replace(',', '.'));
    if (Number.isFinite(stake) && stake > 0 && stake <= 1_000_000) onChange(stake);
  };
  return (
    <div className="field chase-stake">
      <label htmlFor={id}>{t('chase.firstStake')}</label>
      <input
        id={id}
        className="inp-t tabular-nums"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => take(target.value)}
      />
    </div>
  );
}
