import type { Logger } from 'pino';
import type { Duty } from '../config/role.ts';

/** When a component starts; within a phase in the order in which the modules are created. */
export type StartPhase =
  /** With the jobs; such components stop last and together, because each may wait for a partner. */
  | 'with jobs'
  /** Completes what an earlier run left. */
  | 'recovery'
  | 'before engine'
  | 'after engine';

/** What runs beside the requests. `stop` may be called after a failed start. */
export interface Component {
  readonly name: string;
  /** Runs only in processes that have this duty; absent: in all. */
  readonly duty?: Duty;
  /** Absent: before the engine. */
  readonly phase?: StartPhase;
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}

export interface Running {
  start(component: Component): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts components one after the other and stops them in reverse order; one failure does not
 * prevent the others from stopping.
 */
export function runInOrder(logger: Pick<Logger, 'error'>): Running {
  const started: Component[] = [];
  let stopped: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (const component of started.reverse()) {
      try {
        await component.stop();
      } catch (error) {
        logger.error({ err: error, name: component.name }, 'component did not stop cleanly');
      }
    }
  };
  return {
    start: async (component) => {
      started.push(component);
      await component.start();
    },
    stop: () => (stopped ??= stopAll()),
  };
}

/**
 * Components that are stopped at the same time, because each may wait for a partner for seconds and
 * the product must stop within ten.
 */
export const stopTogether = (name: string, components: readonly Component[]): Component => ({
  name,
  start: async () => {
    for (const component of components) await component.start();
  },
  stop: async () => {
    const stops = await Promise.allSettled(components.map(async (component) => component.stop()));
    const errors = stops.flatMap((stop): unknown[] => (stop.status === 'rejected' ? [stop.reason] : []));
    if (errors.length > 0) throw new AggregateError(errors);
  },
});
