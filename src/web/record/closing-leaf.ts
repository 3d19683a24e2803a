import { instantOf } from './instant-of.ts';

/** The closing of a contest's list. Instants in milliseconds UTC. */
export interface ClosingFacts {
  readonly contest: string;
  readonly closedAt: number;
  readonly entries: number;
}

/** Null: not the closing of a contest. */
export function readClosingLeaf(leaf: Readonly<Record<string, unknown>> | undefined): ClosingFacts | null {
  const { form, contest, entries } = leaf ?? {};
  const closedAt = instantOf(leaf?.['closedAt']);
  if (form !== 'closing/1' || typeof contest !== 'string' || typeof entries !== 'number' || closedAt === null)
    return null;
  return { contest, closedAt, entries };
}
