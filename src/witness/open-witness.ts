import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#node/start-error.ts';
import { lockFolder } from './lock-folder.ts';
import { createWitnessKey, readWitnessKey, type WitnessKey } from './witness-key.ts';
import { assertCosigned, createState, readState, type StateDependencies, type WitnessState } from './witness-state.ts';

interface OpenWitnessDependencies {
  readonly folder: string;
  /** Name of a key that is created now; an existing one retains its name. */
  readonly name: string;
  readonly onStep?: StateDependencies['onStep'];
}

export interface OpenWitness {
  readonly key: WitnessKey;
  readonly state: WitnessState;
  /** Lets another process open this folder. */
  close(): void;
}

/**
 * Opens the folder of a witness: its key and its state. Both are created at the first start; if one
 * of them is missing later, it refuses to start.
 */
export async function openWitness({ folder, name, onStep }: OpenWitnessDependencies): Promise<OpenWitness> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const close = lockFolder(folder);
  try {
    const paths = { key: join(folder, 'key'), state: join(folder, 'state.json') };
    const needs = { path: paths.state, onStep };
    const [known, saved] = [readWitnessKey(paths.key), readState(needs)];
    if (known && !saved) throw missing(paths.state, 'a witness without its state could cosign another history');
    if (!known && saved?.list().some(({ note }) => note !== null))
      throw missing(paths.key, 'a new key would be another witness');
    if (known && saved) assertCosigned(saved, known, paths.state);
    removeDrafts(folder);
    // The state first: a key without a state is never used.
    const state = saved ?? (await createState(needs));
    return { key: known ?? createWitnessKey(paths.key, name), state, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What a process that was killed had not finished writing. */
function removeDrafts(folder: string): void {
  const drafts = readdirSync(folder).filter((name) => /\.[0-9a-f-]{36}$/.test(name));
  for (const draft of drafts) rmSync(join(folder, draft), { force: true });
}

const missing = (path: string, why: string): StartError =>
  new StartError(`${path} is missing.\nRestore this file from the newest backup: ${why}.`);
