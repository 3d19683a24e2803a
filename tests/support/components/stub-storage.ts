import { vi } from 'vitest';

/** A local storage that is empty; returns what it holds. */
export function stubStorage(): Map<string, string> {
  const saved = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
  });
  return saved;
}
