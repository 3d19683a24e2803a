import type { FastifyBaseLogger } from 'fastify';
import type { Component } from '../start/component.ts';
import type { Config } from '../config.ts';
import type { Bus } from '../integrations/bus/bus.ts';
import type { ReadinessCheck } from '../http/check-readiness.ts';
import { createInProcessBus } from '../integrations/bus/in-process-bus.ts';
import { createValkeyBus } from '../integrations/bus/valkey-bus.ts';
import { createLocalPlaces } from '../integrations/places/local-places.ts';
import type { Places } from '../integrations/places/places.ts';
import { type Cache, createValkeyCache, noCache } from '../integrations/cache/cache.ts';
import { createValkeyPlaces } from '../integrations/places/valkey-places.ts';
import { createValkey, type Valkey } from '../integrations/valkey/valkey.ts';
import type { Scheduler } from '../jobs/scheduler.ts';

/** What the processes of the product share beside the database. */
export interface Shared {
  readonly bus: Bus;
  readonly places: Places;
  readonly cache: Cache;
  /** Null: this process is the only one. */
  readonly valkey: Valkey | null;
  readonly components: readonly Component[];
  readonly readiness: readonly ReadinessCheck[];
}

interface Dependencies {
  readonly config: Pick<Config, 'redisUrl' | 'role'>;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

export function chooseShared({ config: { redisUrl, role }, after, log }: Dependencies): Shared {
  if (redisUrl === null) {
    const [bus, places] = [createInProcessBus(), createLocalPlaces()];
    return { bus, places, cache: noCache, valkey: null, components: [], readiness: [] };
  }
  const valkey = createValkey({ url: redisUrl, name: `kurs-${role}-${process.pid}`, after, log });
  const places = createValkeyPlaces({ valkey, after, log });
  const bus = createValkeyBus({ valkey, log });
  const { readiness } = valkey;
  return { bus, places, cache: createValkeyCache(valkey), valkey, components: [valkey, places], readiness };
}
