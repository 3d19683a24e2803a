import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Component } from './component.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';
import type { ConsumerBacklog } from '#contract/admin/system.ts';
import type { ConsumerName } from '#contract/health.ts';

/** What `<noun>Module` returns. `api`: all that other modules may use. */
export interface ServerModule<Api = object> {
  readonly routes: readonly FastifyPluginAsyncZod[];
  readonly api: Api;
  /** In the order of their start, within a phase. */
  readonly components: readonly Component[];
  /** Of its background jobs. */
  readonly queues?: readonly string[];
  readonly readiness?: readonly ReadinessCheck[];
  readonly consumers?: readonly Consumer[];
}

type Backlog = Omit<ConsumerBacklog, 'name'>;

/** What takes from the database what others stored there, in whichever process. */
export interface Consumer {
  readonly name: ConsumerName;
  readonly readBacklog: () => Promise<Backlog>;
}

/** Entries that are due, and since when the oldest one is. */
export interface Waiting {
  readonly waiting: number;
  readonly oldest: Date | null;
}

/** `now`: milliseconds of the clock by which entries become due. */
export const getBacklog = ({ waiting, oldest }: Waiting, now: number): Backlog => ({
  waiting,
  lagMs: oldest === null ? 0 : Math.max(0, now - oldest.getTime()),
});

export const nothingWaits: Waiting = { waiting: 0, oldest: null };
