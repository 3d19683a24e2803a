import type { Sandbox } from '../sandbox.ts';
import { toAnswer, type SimulatedBroker } from '../simulated/simulated-broker.ts';

interface Row {
  readonly id: string;
  readonly traderId: string;
  readonly balance: number;
  readonly checkedAt: Date;
}

const query = `
  select id, referral_id as "traderId", balance::float8 as balance, balance_checked_at as "checkedAt" from users`;

interface BalanceRulesDependencies {
  readonly sandbox: Sandbox;
  readonly broker: Pick<SimulatedBroker, 'answered'>;
  /** Of the balances that were stored before the processes start. */
  readonly firstCheckedAt: number;
}

/** Null, or what is wrong with a stored balance: the broker stated it, and no older one replaces it. */
export function createBalanceRules({ sandbox, broker, firstCheckedAt }: BalanceRulesDependencies) {
  let known: ReadonlyMap<string, Row> = new Map();

  const toError = (row: Row): string | null => {
    const before = known.get(row.id);
    if (before && row.checkedAt < before.checkedAt) return 'an older balance replaced a newer one';
    if (Number(row.checkedAt) === firstCheckedAt) return null;
    return broker.answered.has(toAnswer(row.traderId, row.balance, Number(row.checkedAt)))
      ? null
      : 'no broker stated the balance';
  };

  return async (): Promise<string | null> => {
    const rows = await readRows(sandbox);
    for (const row of rows.values()) {
      const error = toError(row);
      if (error !== null) return `user ${row.id.slice(-1)}: ${error}`;
    }
    known = rows;
    return null;
  };
}

async function readRows(sandbox: Sandbox): Promise<ReadonlyMap<string, Row>> {
  const { rows } = await sandbox.query(query);
  return new Map(rows.map((row: Row) => [row.id, row]));
}
