import type { FastifyBaseLogger } from 'fastify';
import type { Component } from '../start/component.ts';
import type { Leader } from '../database/leader.ts';
import { hasDuty, type Role } from '../config/role.ts';
import type { ServerModule } from '../start/server-module.ts';
import { whenElected } from './when-elected.ts';

interface Needs {
  readonly role: Role;
  readonly leader: Pick<Leader, 'elected' | 'release'>;
  readonly log: FastifyBaseLogger;
}

/** What a process of this role runs of modules, in their order. */
export const partsOfRole = ({ role, leader, log }: Needs) => {
  const isOwn = ({ duty }: Component): boolean => duty === undefined || hasDuty(role, duty);
  const servesUsers = hasDuty(role, 'serve');
  const mayWait = role === 'engine';
  const onFailed = (): void => void process.kill(process.pid, 'SIGTERM');
  const startWhenElected = whenElected({ leader, log, onFailed });
  const startInTurn = (component: Component): Component =>
    mayWait && component.duty === 'lead' ? startWhenElected(component) : component;
  /** Stops after what the leader runs, and before the rest: another engine leads at once. */
  const leadership: Component = { name: 'leadership', start: () => undefined, stop: leader.release };
  return {
    servesUsers,
    leadership: { components: mayWait ? [leadership] : [] },
    routesOf: (modules: readonly ServerModule[]) => (servesUsers ? modules.flatMap(({ routes }) => routes) : []),
    componentsOf: (modules: readonly Pick<ServerModule, 'components'>[]): readonly Component[] =>
      modules
        .flatMap(({ components }) => components)
        .filter(isOwn)
        .map(startInTurn),
  };
};
