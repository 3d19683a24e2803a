import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { clearBrokerVisit, hasLeftForBroker } from './broker-visit.ts';

export interface ReturnedId {
  /** Null: the user did not come by the broker's return link. */
  readonly id: string | null;
  readonly isUsed: boolean;
  /** This tab went to the broker by our link: the id is checked without a press. */
  readonly isExpected: boolean;
  /** The address loses the id, so that going back or reloading does not offer it again. */
  use(): void;
}

/** The id in the broker's return link, `?id=1234567`. */
export function useReturnedId(): ReturnedId {
  const [query, setQuery] = useSearchParams();
  const [id] = useState(() => /^\d{1,20}$/.exec(query.get('id') ?? '')?.[0] ?? null);
  const [isExpected] = useState(hasLeftForBroker);
  const use = (): void => {
    clearBrokerVisit();
    setQuery(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete('id');
        return rest;
      },
      { replace: true },
    );
  };
  return { id, isUsed: id === null || !query.has('id'), isExpected, use };
}
