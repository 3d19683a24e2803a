import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { toWitnessVkey } from '#node/notes.ts';
import { memoryFolder } from '../network/memory-folder.ts';
import { createAddCheckpoint } from '../../../src/witness/add-checkpoint.ts';
import { createWitnessApp, openWitness, watchLogs } from '../../../src/witness/run-witness.ts';

export const aWitnessFolder = async () => {
  const path = await mkdtemp(join(memoryFolder(), 'kurs-witness-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

interface Options {
  readonly folder: string;
  /** Verifier keys. */
  readonly logs: readonly string[];
  readonly now?: () => number;
  readonly port?: number;
}

/** A real witness in this process, over HTTP on a free port. */
export async function startTestWitness({ folder, logs, now = Date.now, port = 0 }: Options) {
  const { key, state, close } = await openWitness({ folder, name: 'witness.example/w1' });
  const contradictions: string[] = [];
  await watchLogs({ state, logs, print: () => undefined });
  const onContradiction = (note: string) => void contradictions.push(note);
  const app = createWitnessApp({
    state,
    addCheckpoint: createAddCheckpoint({ key, state, clock: { now }, onContradiction }),
  });
  await app.listen({ host: '127.0.0.1', port });
  const used = (app.server.address() as AddressInfo).port;
  const url = `http://127.0.0.1:${used}`;
  return {
    key,
    state,
    vkey: toWitnessVkey(key),
    port: used,
    url,
    contradictions,
    submit: async (body: string | Uint8Array<ArrayBuffer>) => {
      const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
      return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
    },
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
      close();
    },
  };
}
export type TestWitness = Awaited<ReturnType<typeof startTestWitness>>;
