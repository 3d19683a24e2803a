/** What a win pays a trader now, as a share of the stake. */
export interface TraderPayouts {
  /** Of pairs about which neither the broker nor the trader says anything of their own. */
  readonly default: number;
  on(symbol: string): number;
}

export interface PayoutsApi {
  readPayouts(userId: string): Promise<TraderPayouts>;
  /** Of each of these users. */
  listPayouts(userIds: readonly string[]): Promise<ReadonlyMap<string, TraderPayouts>>;
}
