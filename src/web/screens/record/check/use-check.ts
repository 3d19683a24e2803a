import { useEffect, useRef, useState } from 'react';
import type { Checked } from '#web/record/check/check-entry.ts';
import { verifiedPart } from './verified-part.ts';

export type CheckState = { readonly kind: 'idle' } | { readonly kind: 'waiting' } | Checked;

interface Check {
  readonly state: CheckState;
  /** The newest call wins; the result of an older one is dropped. */
  check(entry: string): void;
}

export function useCheck(): Check {
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    check: (entry) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      setState({ kind: 'waiting' });
      fetchCheck()
        .then(([{ checkEntry }]) => checkEntry(entry, stop.signal))
        .then((checked) => !stop.signal.aborted && setState(checked))
        .catch(() => !stop.signal.aborted && setState({ kind: 'offline' }));
    },
  };
}

/** Lazy-loads the verification code and the view of its results. */
const fetchCheck = () => Promise.all([import('#web/record/check/check-entry.ts'), verifiedPart.load()]);
