import type pg from 'pg';
import type { Sandbox } from './sandbox.ts';
import { toText } from './to-text.ts';

/** An error planted into the product, to prove that the simulation finds it. */
export interface Defect {
  /** Before the processes start. */
  readonly prepare?: string;
  /** What is sent instead of a statement of the product; null: nothing is, and nothing is found. */
  readonly rewrite?: (statement: Statement) => Statement | null;
  /** The leader appends its newest outcomes once more. */
  readonly settlesAgain?: true;
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const nothing = { rows: [], fields: [], rowCount: 0, command: '', oid: 0 } satisfies pg.QueryResult;

const replacing =
  (statement: RegExp, from: string, to: string): NonNullable<Defect['rewrite']> =>
  ({ text, values }) => ({ text: statement.test(text) ? text.replace(from, to) : text, values });

/** Leaves out each `every`th of these statements. */
const leavingOut = (statement: RegExp, every: number): NonNullable<Defect['rewrite']> => {
  let count = 0;
  return (one) => (statement.test(one.text) && ++count % every === 0 ? null : one);
};

const lastTicks = /from ticks[\s\S]*order by ticks\.time desc/;
const dueSignals = /^select .* from "signals" where \("signals"\."status" = \$1 and "signals"\."expires_at" <= \$2/;
const nextExpiry = /^(select min\("expires_at"\))/;

const markedAsSent = /^update "deliveries" set .*"status" = .* where \("deliveries"\."id" =/;

/** Functions, because a defect may count statements. */
export const defects = {
  'settles twice': (): Defect => ({ settlesAgain: true }),
  'settles before the expiry': (): Defect => ({
    rewrite: (one) => {
      if (dueSignals.test(one.text)) return { ...one, values: earlier(one.values) };
      return { ...one, text: one.text.replace(nextExpiry, `$1 - interval '20 seconds'`) };
    },
  }),
  'a late tick decides': (): Defect => ({
    rewrite: replacing(lastTicks, 'ticks.time <= w.at', `ticks.time <= w.at + interval '2 seconds'`),
  }),
  'an early tick decides': (): Defect => ({ rewrite: replacing(lastTicks, 'ticks.time desc', 'ticks.time asc') }),
  'ticks are not logged': (): Defect => ({ rewrite: leavingOut(/^insert into "ticks"/, 3) }),
  'an outbox row is lost': (): Defect => ({
    rewrite: replacing(/insert into user_events/, 'returning id', `where "name" <> 'result' returning id`),
  }),
  'an outcome is stated twice': (): Defect => ({ rewrite: leavingOut(/^delete from "record_open"/, 3) }),
  'a message of an alert is lost': (): Defect => ({ rewrite: leavingOut(/^insert into "deliveries"/, 2) }),
  'a message is not claimed': (): Defect => ({
    rewrite: replacing(/^with "due"/, `'1 millisecond'`, `'0 milliseconds'`),
  }),
  'an alert is sent again after it was sent': (): Defect => ({ rewrite: leavingOut(markedAsSent, 1) }),
  'two processes alert of one minute': (): Defect => ({ prepare: 'drop index alerts__one_a_minute' }),
  'a calibration is not read': (): Defect => ({
    rewrite: replacing(/from "record_leaves" where "record_leaves"."kind" = \$1 order by/, 'where', 'where false and'),
  }),
  'a node of the tree is lost': (): Defect => ({ rewrite: leavingOut(/insert into record_nodes/, 4) }),
} as const satisfies Record<string, () => Defect>;
export type DefectName = keyof typeof defects;
export const defectNames = Object.keys(defects) as DefectName[];

/** Signals that expire within the next twenty seconds are due. */
const earlier = (values: readonly unknown[]): unknown[] =>
  values.map((value, i) => (i === 1 ? new Date(Date.parse(String(value)) + 20_000).toISOString() : value));

/** The database as a product with this defect uses it. */
export const spoil = ({ rewrite }: Defect, sandbox: Sandbox): Sandbox => ({
  ...sandbox,
  query: async (query, values = []) => {
    const changed = rewrite ? rewrite({ text: toText(query), values }) : { text: toText(query), values };
    if (!changed) return nothing;
    const { text } = changed;
    return sandbox.query(typeof query === 'string' ? text : { ...query, text }, [...changed.values]);
  },
});
