import { minuteMs } from '#domain/time.ts';
import type { Sandbox } from '../sandbox.ts';
import { eventText } from '../simulated/simulated-browser.ts';
import type { SimulatedUsers } from '../simulated/simulated-users.ts';
import type { SimulatedWitness } from '../simulated/simulated-witness.ts';
import type { World } from '../world.ts';
import type { StoredSignal } from './signal-invariants.ts';

interface EndErrorsDependencies {
  readonly world: Pick<World, 'now'>;
  readonly sandbox: Sandbox;
  readonly users: SimulatedUsers;
  readonly witness: Pick<SimulatedWitness, 'cosigned'>;
}

/** When the run was to go on: at its next step, or with the outcome of its newest signal. */
const autoRunQuery = `
  select extract(epoch from r.next_signal_at)::float8 * 1000 as next, (
    select extract(epoch from o.settled_at)::float8 * 1000 from auto_run_signals l
    left join outcomes o on o.signal_id = l.signal_id where l.run_id = r.id order by l.step desc limit 1
  ) as settled
  from auto_runs r where r.user_id = $1 and r.stopped_at is null`;

const eventsQuery =
  'select user_id as "userId", name, data from user_events where at < $1 and user_id = any($2) order by id';
/** Of an event whose notice was lost: its streams catch up. */
const streamedWithinMs = 20_000;

/** What is lost or doubled when the failures are over and everything has expired. */
export async function endErrors(
  { world, sandbox, users, witness }: EndErrorsDependencies,
  known: ReadonlyMap<string, StoredSignal>,
): Promise<readonly string[]> {
  const errors: string[] = [];
  const fail = (sentence: string): void => void errors.push(sentence);

  /** A signal's issue, its entry and its result are in the outbox of its user, each once. */
  const outbox = async (): Promise<void> => {
    const { rows } = await sandbox.query(
      `select data->>'id' as id, data->>'status' as status from user_events where name in ('signal', 'result')`,
    );
    const counts = new Map<string, number>();
    for (const { id, status } of rows as { id: string; status: string }[])
      counts.set(`${id} ${status}`, (counts.get(`${id} ${status}`) ?? 0) + 1);
    for (const { id, openedAt, status } of known.values()) {
      const expected = [
        'entering',
        ...(openedAt === null ? [] : ['live']),
        ...(status === 'settled' ? ['settled'] : []),
      ];
      for (const one of expected)
        if (counts.get(`${id} ${one}`) !== 1)
          fail(`signal ${id}: ${counts.get(`${id} ${one}`) ?? 0} events say ${one}`);
    }
  };

  /** Every event of the outbox was received by its user's browser, once. */
  const streams = async (): Promise<void> => {
    const due = new Date(world.now() - streamedWithinMs).toISOString();
    const { rows } = await sandbox.query(eventsQuery, [due, users.ids]);
    for (const { userId, name, data } of rows as { userId: string; name: string; data: unknown }[]) {
      const times = users.received.get(userId)?.get(eventText(name, data)) ?? 0;
      if (times !== 1) fail(`an event reached user ${userId.slice(-1)} ${times} times: ${eventText(name, data)}`);
    }
  };

  /** The newest checkpoint but those of the last seconds is cosigned, and it is stored that it is. */
  const cosignatures = async (): Promise<void> => {
    const { rows } = await sandbox.query(
      `select coalesce(max(size), 0)::int as size, (
         select coalesce(max(size), 0)::int from record_checkpoints where signed_at < $1
       ) as due from record_cosignatures`,
      [new Date(world.now() - minuteMs).toISOString()],
    );
    const [{ size, due } = { size: 0, due: 0 }] = rows as { size: number; due: number }[];
    if (size < due) fail(`${due} leaves are signed, and ${size} cosigned`);
    const newest = witness.cosigned.at(-1)?.size ?? 0;
    if (newest < size) fail(`the witness cosigned ${newest} leaves, not ${size}`);
  };

  const autoRun = async (): Promise<void> => {
    const userId = users.getAutoRun();
    if (userId === null) return;
    const { rows } = await sandbox.query(autoRunQuery, [userId]);
    const [run] = rows as { next: number | null; settled: number | null }[];
    if (!run) return fail('the auto run ended by itself');
    const due = run.next ?? run.settled;
    if (due !== null && due < world.now() - 2 * minuteMs) fail('the auto run stands still');
  };

  for (const check of [outbox, streams, autoRun, cosignatures]) await check();
  return errors;
}
