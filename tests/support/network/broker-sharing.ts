import type { BrokerSharing } from '#server/integrations/broker/pocket-broker.ts';
import { createInProcessBus } from '#server/integrations/bus/bus.ts';
import { createLocalSemaphores } from '#server/integrations/semaphores/semaphores.ts';
import { noCache } from '#server/integrations/broker/pocket/answer-cache.ts';

/** That of a single process. */
export const aBrokerSharing = (): BrokerSharing => ({
  bus: createInProcessBus(),
  semaphores: createLocalSemaphores(),
  cache: noCache,
});
