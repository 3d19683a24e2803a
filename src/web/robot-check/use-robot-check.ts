import { useRef, useState } from 'react';
import { accountPaths } from '#contract/paths.ts';
import type { CaptchaKind } from '#contract/accounts.ts';
import { getPublic } from '../api/request.ts';

export type RobotState = 'idle' | 'working' | 'solved' | 'failed';

/**
 * Interface between a form and its robot check, independent of the kind the operator has chosen.
 */
export interface RobotCheckControl {
  readonly state: RobotState;
  /** Starts in the background, once. */
  start(): void;
  /**
   * The proof for one submit; waits for it if the check solves itself. Null: none is available.
   * Throws the error that prevented it.
   */
  take(): Promise<string | null>;
  /** A proof is valid once: after an error response a new one is created. */
  renew(): void;
  readonly getKind: () => Promise<CaptchaKind>;
  /** Callback of the partner's widget: a proof, or null when it has expired. */
  onToken(token: string | null): void;
  /** Counts renewals, so that the partner's widget restarts. */
  readonly round: number;
}

/** The server's challenges expire after five minutes. */
const goodForMs = 240_000;

/** The operator's choice, requested once per visit. */
let captchaKind: Promise<CaptchaKind> | null = null;

function getKind(): Promise<CaptchaKind> {
  captchaKind ??= getPublic<CaptchaKind>(accountPaths.captcha);
  captchaKind.catch(() => (captchaKind = null));
  return captchaKind;
}

interface Proof {
  readonly payload: string | null;
  readonly madeAt: number;
}

export function useRobotCheck(): RobotCheckControl {
  const [state, setState] = useState<RobotState>('idle');
  const [round, setRound] = useState(0);
  const proof = useRef<Promise<Proof> | null>(null);
  const token = useRef<string | null>(null);

  const solve = async (): Promise<Proof> => {
    const { kind } = await getKind();
    if (kind === 'turnstile') return { payload: null, madeAt: 0 };
    setState('working');
    const { solveAltcha } = await import('./solve-altcha.ts');
    const payload = await solveAltcha();
    setState(payload ? 'solved' : 'failed');
    return { payload, madeAt: performance.now() };
  };

  const begin = (): Promise<Proof> => {
    proof.current ??= solve().catch((error: unknown) => {
      proof.current = null;
      setState('failed');
      throw error;
    });
    return proof.current;
  };

  const invalidate = (): void => {
    proof.current = null;
    token.current = null;
    setState('idle');
  };

  return {
    state,
    round,
    getKind,
    start: () => void begin().catch(() => undefined),
    async take() {
      if (token.current) return token.current;
      const made = await begin();
      if (made.payload === null || performance.now() - made.madeAt < goodForMs) return made.payload;
      invalidate();
      return (await begin()).payload;
    },
    renew() {
      invalidate();
      setRound((before) => before + 1);
      void begin().catch(() => undefined);
    },
    onToken(next) {
      token.current = next;
      setState(next ? 'solved' : 'idle');
    },
  };
}
