import { expect, it } from 'vitest';
import { runInOrder, stopTogether, type Component } from './component.ts';

const errors: unknown[] = [];
const logger = { error: (entry: unknown) => void errors.push(entry) };

function traced(lines: string[]) {
  return (name: string, stop = async (): Promise<void> => undefined): Component => ({
    name,
    start: () => void lines.push(`start ${name}`),
    stop: async () => {
      lines.push(`stop ${name}`);
      await stop();
      lines.push(`${name} stopped`);
    },
  });
}

it('starts in order and stops in reverse order, each after the one before has stopped', async () => {
  const lines: string[] = [];
  const component = traced(lines);
  const running = runInOrder(logger);
  await running.start(component('a'));
  await running.start(component('b'));
  await Promise.all([running.stop(), running.stop()]);
  expect(lines).toEqual(['start a', 'start b', 'stop b', 'b stopped', 'stop a', 'a stopped']);
});

it('stops a component whose start failed, and the others although one stop fails', async () => {
  const lines: string[] = [];
  const component = traced(lines);
  const running = runInOrder(logger);
  await running.start(component('a'));
  const failing = {
    ...component('b', () => Promise.reject(new Error('stuck'))),
    start: () => Promise.reject(new Error('no')),
  };
  await expect(running.start(failing)).rejects.toThrow('no');
  await running.stop();
  expect(lines).toEqual(['start a', 'stop b', 'stop a', 'a stopped']);
  expect(errors).toMatchObject([{ name: 'b' }]);
});

it('stops a group at the same time and reports what failed', async () => {
  const lines: string[] = [];
  const component = traced(lines);
  const { promise: partner, resolve: answer } = Promise.withResolvers<void>();
  const group = stopTogether('partners', [
    component('a', () => partner),
    component('b', () => Promise.reject(new Error('stuck'))),
  ]);
  await group.start();
  const stopping = group.stop();
  expect(lines).toEqual(['start a', 'start b', 'stop a', 'stop b']);
  answer();
  await expect(stopping).rejects.toThrow(AggregateError);
  expect(lines.at(-1)).toBe('a stopped');
});
