import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Component } from './component.ts';
import type { Consumer } from './consumer.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';

/** What `create<Noun>Module` returns. `api`: all that other modules may use. */
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
