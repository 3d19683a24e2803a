import type { AddressInfo } from 'node:net';
import { toWitnessVkey } from '#node/notes.ts';
import { StartError } from '#node/start-error.ts';
import { createAddCheckpoint } from './add-checkpoint.ts';
import { createWitnessApp } from './create-witness-app.ts';
import { openWitness } from './open-witness.ts';
import { watchLogs } from './watch-logs.ts';

export interface WitnessOptions {
  readonly host: string;
  readonly port: number;
  readonly folder: string;
  readonly name: string;
  /** Verifier keys or addresses of logs, besides those in the state. */
  readonly logs: readonly string[];
  readonly print: (line: string) => void;
}

/** Starts a witness; its last line at the start is the operator's setting for a log. */
export async function runWitness(options: WitnessOptions): Promise<{ stop(): Promise<void> }> {
  const { host, port, print } = options;
  const { key, state, close } = await openWitness(options);
  try {
    await watchLogs({ ...options, state });
    if (state.list().length === 0) throw new StartError('There is no log to watch: name one with --log.');
    const onContradiction = (note: string): void => print(`a log contradicts what it signed before:\n${note}`);
    const addCheckpoint = createAddCheckpoint({ key, state, clock: Date, onContradiction });
    const app = createWitnessApp({ state, addCheckpoint });
    await app.listen({ host, port });
    for (const { origin, vkey } of state.list()) print(`watches ${origin}, signed by ${vkey}`);
    print(`WITNESSES=${toWitnessVkey(key)} ${getAddress(app.server.address(), host, port)}`);
    return {
      stop: async () => {
        app.server.closeAllConnections();
        await app.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

function getAddress(bound: AddressInfo | string | null, host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const used = typeof bound === 'object' && bound ? bound.port : port;
  return `http://${name.includes(':') ? `[${name}]` : name}:${used}`;
}
