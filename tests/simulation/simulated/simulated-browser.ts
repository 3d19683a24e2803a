import canonicalize from 'canonicalize';
import type { Browser } from './simulated-streams.ts';

/** An event, however its fields are ordered. */
export const eventText = (name: string, data: unknown): string => `${name} ${canonicalize(data)}`;

/** A browser counts what it receives, and resumes after the greatest id. */
export function createBrowser(id: string, counts: Map<string, number>): Browser {
  let lastId: number | null = 0;
  return {
    userId: id,
    lastId: () => lastId,
    receive: (text) => {
      for (const block of text.split('\n\n')) {
        const lines = new Map(
          block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
        );
        const name = lines.get('event');
        if (name === undefined || !lines.has('id')) continue;
        const key = eventText(name, JSON.parse(lines.get('data') ?? 'null'));
        counts.set(key, (counts.get(key) ?? 0) + 1);
        lastId = Math.max(lastId ?? 0, Number(lines.get('id')));
      }
    },
  };
}
