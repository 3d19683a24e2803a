import { useState } from 'react';
import { acceptedStakeAt, stakeAt, stakeRule } from '#domain/signals/stake-rule.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';

export interface ShareChoice {
  /** Share of the balance, from 0 to 1. */
  readonly share: number;
  /** Dollars; the broker's min stake if the share is less. Null: the balance is unknown. */
  readonly stake: number | null;
  readonly isBelowMin: boolean;
  /** The share that the trader made the rule, shown beside every signal; null: none. */
  readonly rule: number | null;
  choose(share: number): void;
  makeRule(): void;
}

export function useShare(balance: number | null): ShareChoice {
  const [rule, setRule] = useState(() => readStored('stakeShare'));
  const [share, setShare] = useState<number>(rule ?? stakeRule.share);
  const wanted = balance === null ? null : stakeAt(balance, share);
  return {
    share,
    stake: balance === null ? null : acceptedStakeAt(balance, share),
    isBelowMin: wanted !== null && wanted < stakeRule.minStake,
    rule,
    choose: setShare,
    makeRule: () => {
      writeStored('stakeShare', share);
      setRule(share);
    },
  };
}
