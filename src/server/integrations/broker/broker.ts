/** A trader's account at the partner broker. Balance in US dollars, bonus funds not counted. */
export interface TraderAccount {
  readonly id: string;
  readonly balance: number;
  readonly isSelfExcluded: boolean;
}

/** The port: null only when the broker itself says that no such trader came through our link. */
export interface Broker {
  findTrader(traderId: string): Promise<TraderAccount | null>;
}
