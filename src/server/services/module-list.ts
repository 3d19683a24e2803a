import { consumerNames } from '#contract/health.ts';
import type { Shared } from './choose-adapters.ts';
import { hasDuty } from '../config/role.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Component, type StartPhase, stopTogether } from '../start/component.ts';
import type { Consumer, ServerModule } from '../start/server-module.ts';
import type { Runtime } from '../start/runtime.ts';

/** The components of the process that belong to no module. */
interface OtherComponents {
  readonly shared: Shared;
  readonly jobs: Jobs;
  /** The engine, and what shares its market with other processes. */
  readonly engine: readonly Component[];
}

/** The order in which `/ready` lists the checks. */
const checkNames = ['feed', 'broker', 'mail', 'record', 'models'];

/** What a process of this role runs of the modules, in the order of its start. */
export function listComponents(
  runtime: Runtime,
  modules: readonly ServerModule[],
  { shared, jobs, engine }: OtherComponents,
): readonly Component[] {
  const { role } = runtime.config;
  const mayWait = role === 'engine';
  const startWhenElected = whenElected(runtime);
  const findOwn = (components: readonly Component[]): readonly Component[] =>
    components
      .filter(({ duty }) => duty === undefined || hasDuty(role, duty))
      .map((component) => (mayWait && component.duty === 'lead' ? startWhenElected(component) : component));
  const startingIn = (phase: StartPhase): readonly Component[] =>
    findOwn(modules.flatMap(({ components }) => components).filter((one) => (one.phase ?? 'before engine') === phase));
  const queues = modules.flatMap((module) => module.queues ?? []);
  /** Stops after what the leader runs, and before the rest: another engine leads at once. */
  const leadership: Component = { name: 'leadership', start: () => undefined, stop: runtime.leader.release };
  return [
    ...shared.components,
    stopTogether('jobs and partners', [
      { name: 'jobs', start: () => jobs.start(queues), stop: jobs.stop },
      ...startingIn('with jobs'),
    ]),
    ...(mayWait ? [leadership] : []),
    ...startingIn('recovery'),
    ...startingIn('before engine'),
    ...findOwn(engine),
    ...startingIn('after engine'),
  ];
}

export const listReadiness = (modules: readonly ServerModule[]): readonly ReadinessCheck[] =>
  modules
    .flatMap(({ readiness = [] }) => readiness)
    .toSorted((a, b) => checkNames.indexOf(a.name) - checkNames.indexOf(b.name));

export const listConsumers = (modules: readonly ServerModule[]): readonly Consumer[] =>
  modules
    .flatMap(({ consumers = [] }) => consumers)
    .toSorted((a, b) => consumerNames.indexOf(a.name) - consumerNames.indexOf(b.name));

/** Starts what only the leader runs, one after the other, once this process has been elected. */
function whenElected({ leader, log, stop }: Runtime): (component: Component) => Component {
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
        stop();
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
