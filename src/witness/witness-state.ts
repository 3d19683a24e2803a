import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseCheckpoint, parseNote } from '#record/checkpoint.ts';
import { getErrorCode, getErrorMessage } from '#domain/caught-error.ts';
import { openCosignature } from '#node/notes.ts';
import type { VerifierKey } from '#record/signed-note.ts';
import { type ReplaceStep, replaceFile } from '#node/replace-file.ts';
import { StartError } from '#node/start-error.ts';

const WatchedLog = z.object({
  origin: z.string().min(1),
  /** The key that signs the log now; replaced by a hand-over. */
  vkey: z.string().min(1),
  /** Address from which the key was read at the first start; null: given by the operator. */
  url: z.string().nullable(),
  /** The latest checkpoint, signed by the log and cosigned by this witness; null: none yet. */
  note: z.string().nullable(),
});
export type WatchedLog = z.infer<typeof WatchedLog>;

const format = 'kurs-witness/1';
const StateFile = z.object({ format: z.literal(format), logs: z.array(WatchedLog) });

/** All logs that a witness watches, in one file that is replaced atomically. */
export interface WitnessState {
  list(): readonly WatchedLog[];
  find(origin: string): WatchedLog | undefined;
  /** Resolves when it is on disk; on an error nothing has changed. */
  save(log: WatchedLog): Promise<void>;
}

export interface StateDependencies {
  readonly path: string;
  readonly onStep?: ((step: ReplaceStep) => void) | undefined;
}

export async function createState({ path, onStep }: StateDependencies): Promise<WitnessState> {
  await replaceFile(path, toText([]));
  return getState([], { path, onStep });
}

/**
 * Null: there is no such file. Throws StartError when it is damaged: a witness that forgot what it
 * cosigned could cosign a fork.
 */
export function readState(needs: StateDependencies): WitnessState | null {
  try {
    return getState(StateFile.parse(JSON.parse(readFileSync(needs.path, 'utf8'))).logs, needs);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw damagedState(
      needs.path,
      error instanceof z.ZodError ? 'it is not a state of this format' : getErrorMessage(error),
    );
  }
}

/** Throws StartError when a checkpoint in the state was not cosigned by this key. */
export function assertCosigned(state: WitnessState, key: VerifierKey, path: string): void {
  const broken = state.list().find(({ note }) => note !== null && !isCosigned(note, key));
  if (broken) throw damagedState(path, `the checkpoint of ${broken.origin} was not cosigned by the key beside it`);
}

const damagedState = (path: string, why: string): StartError =>
  new StartError(
    `The state in ${path} is damaged: ${why}.\nRestore this file from the newest backup: a witness without its state could cosign another history.`,
  );

function getState(saved: readonly WatchedLog[], { path, onStep }: StateDependencies): WitnessState {
  let logs = saved;
  return {
    list: () => logs,
    find: (origin) => logs.find((log) => log.origin === origin),
    save: async (log) => {
      const next = [...logs.filter(({ origin }) => origin !== log.origin), log];
      await replaceFile(path, toText(next), onStep ? { onStep } : {});
      logs = next;
    },
  };
}

const toText = (logs: readonly WatchedLog[]): string => `${JSON.stringify({ format, logs }, null, 2)}\n`;

function isCosigned(note: string, key: VerifierKey): boolean {
  const signed = parseNote(note);
  return (
    signed !== null &&
    parseCheckpoint(signed.text) !== null &&
    openCosignature(signed.text, signed.signatures, key) !== null
  );
}
