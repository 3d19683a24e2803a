import { useState } from 'react';
import { stakeAt, stakeRule } from '#domain/signals/stake-rule.ts';

export interface ShareChoice {
  /** Of the balance, share of 1. */
  readonly share: number;
  /** Dollars; the broker's smallest where the share comes to less. Null: the balance is not known. */
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
