import { useState } from 'react';
import { stakeAt, stakeRule } from '#domain/signals/stake-rule.ts';

export interface ShareChoice {
  /** Share of the balance, from 0 to 1. */
  readonly share: number;
  /** Dollars; the broker's min stake if the share is less. Null: the balance is unknown. */
  readonly stake: number | null;
  readonly isBelowMin: boolean;
  choose(share: number): void;
}

export function useShare(balance: number | null): ShareChoice {
  const [share, choose] = useState<number>(stakeRule.share);
  const wanted = balance === null ? null : stakeAt(balance, share);
  return {
    share,
    stake: wanted === null ? null : Math.max(stakeRule.minStake, wanted),
    isBelowMin: wanted !== null && wanted < stakeRule.minStake,
    choose,
  };
}
