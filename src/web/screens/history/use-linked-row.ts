import { type RefCallback, useCallback } from 'react';
import { useLocation } from 'react-router';
import { signalAnchor } from '#web/paths.ts';

interface LinkedRow<Row> {
  readonly id: string;
  readonly ref: RefCallback<Row>;
  /** Highlighted by the style sheet. */
  readonly 'aria-current': true | undefined;
}

/**
 * Attributes of a signal's row: the one that the address names is scrolled to once it exists. At
 * once, because a smooth scroll would end beside it when a card above is loaded meanwhile.
 */
export function useLinkedRow<Row extends HTMLElement>(signalId: string): LinkedRow<Row> {
  const id = signalAnchor(signalId);
  const isLinked = useLocation().hash === `#${id}`;
  const ref = useCallback(
    (row: Row | null) => {
      if (row && isLinked) row.scrollIntoView({ block: 'center', behavior: 'instant' });
    },
    [isLinked],
  );
  return { id, ref, 'aria-current': isLinked || undefined };
}
