import type { FastifyReply, FastifyRequest } from 'fastify';

export interface MetricsApi {
  /** Counts a request that has been answered. */
  observe(request: FastifyRequest, reply: FastifyReply): void;
}
