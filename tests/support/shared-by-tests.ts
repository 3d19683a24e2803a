import { afterAll, beforeAll } from 'vitest';

/**
 * What all tests of a file use: opened before them, and closed after everything that is opened later.
 * Its members can be read and set once the tests run.
 */
export function sharedByTests<Shared extends { close(): Promise<unknown> }>(open: () => Promise<Shared>): Shared {
  let opened: Shared | null = null;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  const getOpened = (): Shared => {
    if (opened === null) throw new Error('it is opened before the tests, not before their file is read');
    return opened;
  };
  return new Proxy({} as Shared, {
    get: (_target, key) => Reflect.get(getOpened(), key),
    set: (_target, key, value) => Reflect.set(getOpened(), key, value),
    has: (_target, key) => Reflect.has(getOpened(), key),
    ownKeys: () => Reflect.ownKeys(getOpened()),
    getOwnPropertyDescriptor: (_target, key) => Reflect.getOwnPropertyDescriptor(getOpened(), key),
  });
}
