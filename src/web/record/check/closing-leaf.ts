import { parseInstant } from '../parse-instant.ts';

/** The closing of a contest's list. Instants in milliseconds UTC. */
export interface ClosingFacts {
  readonly contest: string;
  readonly closedAt: number;
  readonly entries: number;
}

/** Null: not the closing of a contest. */
export function parseClosingLeaf(leaf: Readonly<Record<string, unknown>> | undefined): ClosingFacts | null {
  const { form, contest, entries } = leaf ?? {};
  const closedAt = parseInstant(leaf?.['closedAt']);
  if (form !== 'closing/1' || typeof contest !== 'string' || typeof entries !== 'number' || closedAt === null)
    return null;
  return { contest, closedAt, entries };
}
