import { readStored, writeStored } from '../storage/stored.ts';
import type { Memory } from './tutorial-machine.ts';

const flags = {
  isCompleted: 'tutorial-completed',
  isSkipped: 'tutorial-skipped',
  isManualClosed: 'tutorial-manual-ai-step-closed',
  isExplainClosed: 'tutorial-explain-signal-step-closed',
} as const;

const flagNames = ['isCompleted', 'isSkipped', 'isManualClosed', 'isExplainClosed'] as const;

/**
 * The specification's keys. If the storage rejects a value, it is at least cached for this visit.
 */
export function createTutorialMemory(): { read(): Memory; save(changes: Partial<Memory>): void } {
  let unsaved: Partial<Memory> = {};
  return {
    read: () => ({ ...readStoredMemory(), ...unsaved }),
    save: (changes) => {
      writeSaved(changes);
      const saved = readStoredMemory();
      unsaved = Object.fromEntries(
        Object.entries({ ...unsaved, ...changes }).filter(([name, value]) => Reflect.get(saved, name) !== value),
      );
    },
  };
}

const readStoredMemory = (): Memory => ({
  isCompleted: readStored(flags.isCompleted) !== null,
  isSkipped: readStored(flags.isSkipped) !== null,
  isManualClosed: readStored(flags.isManualClosed) !== null,
  isExplainClosed: readStored(flags.isExplainClosed) !== null,
  currentStep: readStored('tutorial-current-step'),
});

function writeSaved(changes: Partial<Memory>): void {
  for (const name of flagNames) {
    const is = changes[name];
    if (is !== undefined) writeStored(flags[name], is ? 'true' : null);
  }
  if (changes.currentStep !== undefined) writeStored('tutorial-current-step', getStep(changes.currentStep));
}

const steps = [0, 1, 2, 3, 4] as const;

const getStep = (step: number | null): (typeof steps)[number] | null => steps.find((known) => known === step) ?? null;
