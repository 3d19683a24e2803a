import type { FastifyBaseLogger } from 'fastify';
import type { Component } from '../start/component.ts';
import type { Leader } from '../database/leader.ts';

interface WhenElectedDependencies {
  readonly leader: Pick<Leader, 'elected'>;
  readonly log: Pick<FastifyBaseLogger, 'fatal' | 'info'>;
  /** Called when a component could not be started: another process should lead. */
  readonly onFailed: () => void;
}

/** Starts what only the leader runs, one after the other, once this process has been elected. */
export function whenElected({ leader, log, onFailed }: WhenElectedDependencies): (component: Component) => Component {
  let isElected = false;
  let isStopping = false;
  let starting = leader.elected.then(() => {
    isElected = true;
    log.info('this process leads');
  });
  return (component) => ({
    ...component,
    start: () => {
      starting = starting.then(async () => {
        if (!isStopping) await component.start();
      });
      starting.catch((err: unknown) => {
        log.fatal({ err, name: component.name }, 'this process could not take the lead; it stops');
        onFailed();
      });
    },
    stop: async () => {
      isStopping = true;
      if (!isElected) return;
      await starting.catch(() => undefined);
      await component.stop();
    },
  });
}
