import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTutorial, type Tutorial } from './tutorial.ts';
import { emptyMemory, type Facts, type Memory, type StepName, tours } from './tutorial-machine.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Setup {
  readonly tutorial: Tutorial;
  readonly there: Set<StepName>;
  readonly openSignalPage: ReturnType<typeof vi.fn>;
  memory: Memory;
  balance: number | null;
  minBalance: number | null;
}

const everything: StepName[] = ['models', 'duration', 'info', 'get', 'pair', 'price', 'forecast', 'analytics'];

function setup(over: Partial<Memory> = {}, facts: Partial<Omit<Facts, 'isBalanceValid'>> = {}): Setup {
  const there = new Set<StepName>([...everything, 'countdown', 'buttons']);
  const openSignalPage = vi.fn();
  const set: Setup = {
    there,
    openSignalPage,
    memory: { ...emptyMemory, ...over },
    balance: 25,
    minBalance: 25,
    tutorial: createTutorial({
      memory: {
        read: () => set.memory,
        save: (changes) => {
          set.memory = { ...set.memory, ...changes };
        },
      },
      readBalance: () => set.balance,
      readMinBalance: () => set.minBalance,
      isFound: (step) => there.has(step),
    }),
  };
  set.tutorial.run();
  set.tutorial.onDeparture(openSignalPage);
  set.tutorial.learn({ isSignedIn: true, hasReferralId: true, ...facts });
  return set;
}

const onSignalPage = { isOnSignalPage: true, view: 'choosing' } as const;
const shown = ({ tutorial }: Setup): string => {
  const state = tutorial.state();
  return state.kind === 'showing' ? `${state.tour} ${state.step}` : state.kind;
};

test.each<[string, Partial<Memory>, Partial<Facts>, Partial<Setup>]>([
  ['no user is signed in', {}, { isSignedIn: false }, {}],
  ['there is no referral id', {}, { hasReferralId: false }, {}],
  ["the balance is below the operator's minimum", {}, {}, { balance: 24.99 }],
  ['the balance is unknown', {}, {}, { balance: null }],
  ["the operator's minimum is unknown", {}, {}, { minBalance: null }],
  ['it has been completed', { isCompleted: true }, {}, {}],
  ['it was left on a later step, whose target is on the signal page', { currentStep: 2 }, {}, {}],
])('stays hidden while %s', (_, memory, facts, known) => {
  const set = Object.assign(setup(memory, { isSignedIn: false }), known);
  set.tutorial.rereadBalance();
  set.tutorial.learn({ isSignedIn: true, ...facts });
  expect(shown(set)).toBe('idle');
});

test('starts with the intro off the signal page, and navigates there 800 ms after next, to step 1', () => {
  const set = setup();
  expect([shown(set), set.memory.currentStep]).toEqual(['main 0', 0]);
  set.tutorial.send({ kind: 'next' });
  expect(set.memory.currentStep).toBe(1);
  vi.advanceTimersByTime(799);
  expect(set.openSignalPage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(set.openSignalPage).toHaveBeenCalledOnce();
  set.tutorial.learn(onSignalPage);
  expect(shown(set)).toBe('main 1');
});

test.each([
  ['skipped', true],
  ['closed', false],
  ['finished', false],
] as const)('%s: completed, step cleared, skipped is %s', (how, isSkipped) => {
  const set = setup({ currentStep: 2 }, onSignalPage);
  set.tutorial.send({ kind: 'end', how });
  expect(set.memory).toEqual({ ...emptyMemory, isCompleted: true, isSkipped });
});

test('resumes at the step where it was left', () => {
  const set = setup({ currentStep: 3 }, onSignalPage);
  expect(shown(set)).toBe('main 3');
  set.tutorial.learn({ isOnSignalPage: false, view: null });
  expect([shown(set), set.memory.currentStep]).toEqual(['idle', 3]);
  set.tutorial.learn(onSignalPage);
  expect(shown(set)).toBe('main 3');
});

test('a tour without any of its targets is put off, not completed', () => {
  const set = setup({ currentStep: 1 });
  set.there.clear();
  set.tutorial.learn(onSignalPage);
  vi.advanceTimersByTime(60_000);
  expect([shown(set), set.memory.isCompleted]).toEqual(['idle', false]);
  set.tutorial.learn({ view: null, isOnSignalPage: false });
  set.there.add('get');
  set.tutorial.learn(onSignalPage);
  vi.advanceTimersByTime(8_000);
  expect(shown(set)).toBe('main 4');
});

test('a reset clears the progress and starts again after 150 ms', () => {
  const set = setup({
    isCompleted: true,
    isSkipped: true,
    isManualClosed: true,
    isExplainClosed: true,
  });
  set.tutorial.send({ kind: 'reset' });
  expect(set.memory).toEqual(emptyMemory);
  vi.advanceTimersByTime(149);
  expect(shown(set)).toBe('resetting');
  vi.advanceTimersByTime(1);
  expect(shown(set)).toBe('main 0');
});

test('the manual model has a hint of one step, once, after the tutorial', () => {
  const set = setup({ currentStep: 3 }, { isOnSignalPage: true, view: 'choosing-manual' });
  set.tutorial.send({ kind: 'end', how: 'finished' });
  expect(shown(set)).toBe('manual 0');
  set.tutorial.send({ kind: 'end', how: 'closed' });
  expect(set.memory.isManualClosed).toBe(true);
  set.tutorial.learn({ view: 'choosing' });
  set.tutorial.learn({ view: 'choosing-manual' });
  expect(shown(set)).toBe('idle');
});

test('a running signal is explained once, whether or not the tutorial is done, and nothing else is shown beside it', () => {
  const set = setup({ isManualClosed: true }, { isOnSignalPage: true, view: 'running' });
  set.there.delete('analytics');
  expect(shown(set)).toBe('explain 0');
  set.tutorial.send({ kind: 'next' });
  set.tutorial.send({ kind: 'next' });
  vi.advanceTimersByTime(2_000);
  expect(shown(set)).toBe('explain 3');
  set.tutorial.send({ kind: 'end', how: 'skipped' });
  expect(set.memory).toEqual({ ...emptyMemory, isManualClosed: true, isExplainClosed: true });
  expect(shown(set)).toBe('idle');
});

test('an explanation closes with its signal, counts as read, and is never shown over a result', () => {
  const set = setup({ isCompleted: true }, { isOnSignalPage: true, view: 'running' });
  expect(shown(set)).toBe('explain 0');
  set.tutorial.learn({ view: null });
  expect([shown(set), set.memory.isExplainClosed]).toEqual(['idle', true]);
  set.tutorial.learn({ view: 'running' });
  expect(shown(set)).toBe('idle');
});

test('signing out closes it', () => {
  const set = setup({}, onSignalPage);
  set.tutorial.learn({ isSignedIn: false });
  expect(shown(set)).toBe('idle');
});

test('has five main steps in one tour, and no tour follows the first signal', () => {
  expect(tours.main).toEqual(['intro', 'models', 'duration', 'info', 'get']);
  const set = setup({ isCompleted: true }, { isOnSignalPage: true, view: 'running' });
  set.tutorial.send({ kind: 'end', how: 'finished' });
  set.tutorial.learn({ view: 'choosing' });
  expect(shown(set)).toBe('idle');
});
