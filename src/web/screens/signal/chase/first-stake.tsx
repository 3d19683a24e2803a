import { useId, useState } from 'react';
import { acceptedStakeAt, stakeRule } from '#domain/signals/stake-rule.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';

/** While the balance is unknown, dollars. */
const usualStake = 10;

/** As entered for this chain, otherwise by the trader's own rule. `chain`: the id of its first signal. */
export function savedFirstStake(chain: string, balance: number | null): number {
  const saved = readStored('firstStake');
  if (saved?.chain === chain && saved.stake > 0) return saved.stake;
  return balance === null ? usualStake : acceptedStakeAt(balance, readStored('stakeShare') ?? stakeRule.share);
}

/** The next steps of the chain double it, so it is saved when one of them begins. */
export const saveFirstStake = (chain: string, stake: number): void => writeStored('firstStake', { chain, stake });

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
    <div className="field flex items-center gap-3.5">
      <label htmlFor={id}>{t('flow.chase.firstStake')}</label>
      <input
        id={id}
        className="inp-t w-27.5 tabular-nums"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => take(target.value)}
      />
    </div>
  );
}
