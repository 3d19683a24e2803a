import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { createHttpWitness } from '../integrations/witness/http-witness.ts';
import { createOwnWitness } from '../integrations/witness/own-witness.ts';
import type { WitnessSide } from '../integrations/witness/witness.ts';
import type { Scheduler } from '../jobs/scheduler.ts';

interface Dependencies {
  readonly config: Pick<Config, 'witnesses' | 'port' | 'dataDir'>;
  readonly after: Scheduler['after'];
  readonly log: FastifyBaseLogger;
}

export function chooseWitnesses({ config, after, log }: Dependencies): WitnessSide {
  const { addresses, ownWitness, quorum } = config.witnesses;
  if (!ownWitness) {
    const witnesses = addresses.map((address) => createHttpWitness({ identity: () => address }));
    return { witnesses, quorum, own: null };
  }
  const { witness, own } = createOwnWitness({ env: getEnv(config), after, log });
  return { witnesses: [witness], quorum, own };
}

/** The training broker takes the port after the product's. */
const getEnv = ({ port, dataDir }: Dependencies['config']) => ({
  PATH: process.env.PATH ?? '',
  PORT: String(port === 0 || port > 65_533 ? 0 : port + 2),
  FOLDER: join(dataDir, 'witness'),
  NAME: 'kurs-demo/witness',
});
