import type pg from 'pg';
import type { ProcessState } from './process-state.ts';
import { type Defect, spoil } from './defects.ts';
import type { Sandbox } from './sandbox.ts';
import { mayHaveChanged } from './read-cache.ts';
import { toText } from './to-text.ts';

/** A connection of a process, as far as the server knows it. */
export interface Session {
  readonly owner: ProcessState;
  /** The server has ended it. */
  isBroken: boolean;
}

/** The transactions of all processes, one at a time: each is a savepoint of the sandbox. */
export interface Transactions {
  isOpen(): boolean;
  isOf(session: Session): boolean;
  /** Its transaction is open and has written something. */
  hasWritten(session: Session): boolean;
  begin(session: Session): Promise<pg.QueryResult>;
  end(session: Session, how: 'commit' | 'rollback'): Promise<pg.QueryResult>;
  /** A statement in a transaction or on its own. */
  query(session: Session, query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>;
  /** The server ends the open transaction of this process and its session. */
  breakConnection(process: ProcessState): void;
  undoBroken(): Promise<void>;
  /** Tables written since the last call by committed work, with the process that wrote. */
  takeWritten(): readonly Written[];
}

interface Written {
  readonly table: string;
  readonly by: ProcessState;
}

/** A statement that writes, and the table. */
const writing = /^\s*(?:with .+? as \()?\s*(?:insert into|update|delete from)\s+"?(\w+)"?/i;
/** One connection waits for no lock. */
const locking = /^\s*select pg_advisory_xact_lock/;
const nothing = { rows: [], fields: [], rowCount: 0, command: '', oid: 0 } satisfies pg.QueryResult;

interface Open {
  readonly session: Session;
  readonly written: Written[];
  hasWritten: boolean;
  hasFailed: boolean;
}

export function createTransactions(clean: Sandbox, defect: Defect): Transactions {
  const sandbox = spoil(defect, clean);
  let open: Open | null = null;
  let isSaved = false;
  let isBroken = false;
  let written: Written[] = [];

  /** Before the first statement that writes; afterwards one is always set. */
  const save = async (one: Open): Promise<void> => {
    if (!isSaved) await sandbox.query('savepoint simulated');
    isSaved = true;
    one.hasWritten = true;
  };
  const undo = async ({ hasWritten }: Open): Promise<void> => {
    if (hasWritten) await sandbox.query('rollback to savepoint simulated');
  };
  /** Cannot fail, so nothing waits for its answer; the connection sends what follows after it. */
  const commit = (one: Open): void => {
    if (one.written.length > 0) void sandbox.query('release savepoint simulated; savepoint simulated');
    written.push(...one.written);
  };
  const end = async (one: Open, how: 'commit' | 'rollback'): Promise<void> =>
    how === 'rollback' || one.hasFailed ? undo(one) : commit(one);

  /** An error of a statement that only reads would abort the sandbox: there is none. */
  const queryIn = async (one: Open, query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const text = toText(query);
    if (locking.test(text)) return nothing;
    const table = writing.exec(text)?.[1];
    if (table !== undefined) await save(one);
    try {
      const result = await sandbox.query(query, values);
      if (table !== undefined && mayHaveChanged(text, result)) one.written.push({ table, by: one.session.owner });
      return result;
    } catch (error) {
      one.hasFailed = true;
      throw error;
    }
  };

  const queryAlone: Transactions['query'] = async (session, query, values) => {
    const one = { session, written: [], hasWritten: false, hasFailed: false };
    try {
      return await queryIn(one, query, values);
    } finally {
      await end(one, 'commit');
    }
  };

  return {
    isOpen: () => open !== null,
    isOf: (session) => open?.session === session,
    hasWritten: (session) => open?.session === session && open.hasWritten,
    begin: async (session) => {
      open = { session, written: [], hasWritten: false, hasFailed: false };
      return nothing;
    },
    end: async (_session, how) => {
      const one = open;
      open = null;
      if (one) await end(one, how);
      return nothing;
    },
    query: (session, query, values) => (open ? queryIn(open, query, values) : queryAlone(session, query, values)),
    breakConnection: (process) => {
      if (open?.session.owner !== process) return;
      open.session.isBroken = true;
      isBroken = true;
    },
    undoBroken: async () => {
      const one = open;
      if (!isBroken || !one) return;
      isBroken = false;
      open = null;
      await undo(one);
    },
    takeWritten: () => {
      const taken = written;
      written = [];
      return taken;
    },
  };
}
