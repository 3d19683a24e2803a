import { beforeEach, expect, test, vi } from 'vitest';
import { createTutorialMemory } from './tutorial-host.tsx';

beforeEach(() => localStorage.clear());

test('a closed tour is saved in the account, a step is not', () => {
  const saveClosed = vi.fn();
  const memory = createTutorialMemory(saveClosed);
  memory.save({ currentStep: 2 });
  expect(saveClosed).not.toHaveBeenCalled();
  memory.save({ isCompleted: true, currentStep: null });
  expect(saveClosed).toHaveBeenCalledExactlyOnceWith(['main']);
});

test('what the account remembers is closed in this browser, too', () => {
  const saveClosed = vi.fn();
  const memory = createTutorialMemory(saveClosed);
  memory.merge(['main', 'explain']);
  expect(memory.read()).toMatchObject({ isCompleted: true, isExplainClosed: true, isManualClosed: false });
  expect(saveClosed).not.toHaveBeenCalled();
});

test('what only this browser remembers is sent to the account', () => {
  const saveClosed = vi.fn();
  localStorage.setItem('tutorial-manual-ai-step-closed', 'true');
  createTutorialMemory(saveClosed).merge(['main']);
  expect(saveClosed).toHaveBeenCalledExactlyOnceWith(['main', 'manual']);
});
