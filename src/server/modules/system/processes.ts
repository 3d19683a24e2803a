import { hostname } from 'node:os';
import { desc } from 'drizzle-orm';
import { z } from 'zod';
import type { SystemProcess } from '#contract/admin/system.ts';
import { ProcessState } from '#contract/health.ts';
import { leaderTerms } from '#server/database/tables/leader-tables.ts';
import type { Valkey } from '#server/integrations/valkey/valkey.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { getDelay } from '#server/live/market-view.ts';
import type { EventsApi } from '#server/modules/events/events.api.ts';
import type { Component } from '#server/start/component.ts';
import type { Platform } from '#server/start/platform.ts';

const channel = 'kurs:processes';
/** Real milliseconds. A process that was silent for three of them is no longer listed. */
const heartbeatMs = 5_000;
const silentAfterMs = 3 * heartbeatMs;

const Heartbeat = z.object({ name: z.string(), state: ProcessState });

interface ProcessesContext extends Platform {
  readonly events: EventsApi;
  /** Null: this process is the only one. */
  readonly valkey: Valkey | null;
}

export interface Processes extends Component {
  /** The answering process first, then the others that are not silent, by name. */
  list(): Promise<SystemProcess[]>;
  readState(): Promise<ProcessState>;
}

/** Publishes every five seconds what this process is, and receives what the others publish. `name`: unique among them. */
export function watchProcesses(ctx: ProcessesContext, name = `${hostname()}:${process.pid}`): Processes {
  const { valkey, realNow, scheduler } = ctx;
  const readState = (): Promise<ProcessState> => readProcessState(ctx);
  const heard = new Map<string, { readonly state: ProcessState; readonly at: number }>();
  let unsubscribe = (): void => undefined;

  const receive = (text: string): void => {
    // Another release may publish another form.
    const { data } = Heartbeat.safeParse(JSON.parse(text));
    if (data && data.name !== name) heard.set(data.name, { state: data.state, at: realNow() });
  };
  const dropSilent = (): void => {
    for (const [other, { at }] of heard) if (realNow() - at > silentAfterMs) heard.delete(other);
  };
  const beating = repeat({
    everyMs: heartbeatMs,
    firstAfterMs: 0,
    task: async () => {
      dropSilent();
      if (valkey?.isConnected())
        await valkey.commands.publish(channel, JSON.stringify({ name, state: await readState() }));
    },
    // The connection logs its own errors, and the next heartbeat has the same content.
    onError: () => undefined,
    after: scheduler.after,
  });

  return {
    name: 'heartbeat of this process',
    // The state includes the age of the board.
    phase: 'after engine',
    readState,
    list: async () => {
      dropSilent();
      const others = [...heard].map(([other, { state }]) => ({ ...state, name: other, isSelf: false }));
      others.sort((a, b) => a.name.localeCompare(b.name));
      return [{ ...(await readState()), name, isSelf: true }, ...others];
    },
    start: () => {
      if (valkey === null) return;
      const ignore = (): void => undefined;
      unsubscribe = valkey.subscribe(channel, { onSubscribed: ignore, onMessage: receive, onLost: ignore });
      beating.start();
    },
    stop: async () => {
      unsubscribe();
      await beating.stop();
    },
  };
}

/** This process among others; the leader is null while the database does not answer. */
async function readProcessState(ctx: ProcessesContext): Promise<ProcessState> {
  const { config, events, db, leader, market, clock, marketClock } = ctx;
  const terms = await db
    .select({ term: leaderTerms.term, startedAt: leaderTerms.startedAt })
    .from(leaderTerms)
    .orderBy(desc(leaderTerms.term))
    .limit(1)
    .catch(() => []);
  const [newest] = terms;
  return {
    role: config.role,
    leader: newest
      ? { leading: leader.isLeading(), term: newest.term, ageMs: clock.now() - newest.startedAt.getTime() }
      : null,
    boardAgeMs: roundedOrNull(market.age()),
    priceAgeMs: roundedOrNull(getDelay(market, marketClock.now())),
    streamLagMs: events.streamLagMs(),
  };
}

const roundedOrNull = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
