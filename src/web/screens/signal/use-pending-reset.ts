import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { deleteSignal } from '#web/api/delete-signal.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { showError } from '#web/ui/feedback/toast.tsx';

/** How long a reset can be undone. */
const undoMs = 10_000;

interface PendingReset {
  /** The signal whose reset can still be undone; null: none. */
  readonly signal: Signal | null;
  readonly start: (signal: Signal) => void;
  readonly undo: () => void;
  /** Sends it now, because a trader has one signal at a time. */
  readonly send: () => Promise<void>;
}

/**
 * A reset that is sent when it can no longer be undone, or when the page is left. `onBack`: it was
 * undone, or the server kept the signal.
 */
export function usePendingReset(onBack: (signal: Signal) => void): PendingReset {
  const [signal, setSignal] = useState<Signal | null>(null);
  const pending = useRef<Signal | null>(null);
  const errorText = useErrorText();

  const take = (): Signal | null => {
    const taken = pending.current;
    pending.current = null;
    setSignal(null);
    return taken;
  };
  const send = async (isLeaving = false): Promise<void> => {
    const taken = take();
    if (!taken) return;
    await deleteSignal(taken.id, isLeaving).catch((error: unknown) => {
      showError(errorText(error));
      onBack(taken);
    });
  };
  const sendLater = useEffectEvent(() => void send());
  const sendLeaving = useEffectEvent(() => void send(true));
  useEffect(() => {
    if (!signal) return undefined;
    const timer = setTimeout(sendLater, undoMs);
    return () => clearTimeout(timer);
  }, [signal]);
  useEffect(() => {
    const leave = (): void => sendLeaving();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return {
    signal,
    start: (next) => {
      void send();
      pending.current = next;
      setSignal(next);
    },
    undo: () => {
      const taken = take();
      if (taken) onBack(taken);
    },
    send: () => send(),
  };
}
