import { Check, LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CaptchaKind } from '#contract/accounts.ts';
import { ApiError, isApiError } from '../api/api-error.ts';
import { call } from '../api/request.ts';
import { useErrorText } from '../language/use-error-text.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useColorScheme } from '../theme/appearance.ts';
import { FieldMessage } from '../ui/form/field-message.tsx';

/** Starts when a field is first focused, so that users rarely wait, or by hand. */
export function RobotCheck({ control, error }: { control: RobotCheckControl; error: string | null }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [kind, setKind] = useState<CaptchaKind | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const currentKind = useEffectEvent(() => control.getKind());
  const start = useEffectEvent(() => control.start());
  useEffect(() => {
    void currentKind().then(setKind, () => undefined);
    const form = box.current?.closest('form');
    form?.addEventListener('focusin', start, { once: true });
    return () => form?.removeEventListener('focusin', start);
  }, []);
  const failed = control.state === 'failed' ? t('auth.robot.failed') : undefined;
  const text = error ?? (control.state === 'insecure' ? errorText(new ApiError({ code: 'insecure' })) : failed);
  return (
    <div className="field" ref={box}>
      {kind?.kind === 'turnstile' ? (
        <TurnstileBox siteKey={kind.siteKey ?? ''} control={control} />
      ) : (
        <SelfSolving control={control} isInvalid={text !== undefined} />
      )}
      <FieldMessage id="captcha-message" text={text} />
    </div>
  );
}

interface TurnstileOptions {
  readonly sitekey: string;
  readonly language: string;
  readonly theme: 'light' | 'dark';
  readonly size: 'flexible';
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': () => void;
}

/** The part of the partner's script that we use. */
interface Turnstile {
  render(container: HTMLElement, options: TurnstileOptions): string;
  remove(widgetId: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

/** The partner's own widget in our container; remounted for each round. */
function TurnstileBox({ siteKey, control }: { siteKey: string; control: RobotCheckControl }) {
  const { t, lang } = usePhrases();
  const theme = useColorScheme();
  const box = useRef<HTMLDivElement>(null);
  const { round } = control;
  const onToken = useEffectEvent(control.onToken);
  useEffect(() => {
    let drawn: { turnstile: Turnstile; id: string } | null = null;
    let isGone = false;
    const invalidate = (): void => onToken(null);
    const draw = (turnstile: Turnstile): void => {
      if (isGone || !box.current) return;
      const id = turnstile.render(box.current, {
        sitekey: siteKey,
        language: lang,
        theme,
        size: 'flexible',
        callback: onToken,
        'expired-callback': invalidate,
        'error-callback': invalidate,
      });
      drawn = { turnstile, id };
    };
    void loadTurnstile().then(draw, invalidate);
    return () => {
      isGone = true;
      drawn?.turnstile.remove(drawn.id);
    };
  }, [siteKey, lang, theme, round]);
  return <div ref={box} id="captcha" tabIndex={-1} role="group" aria-label={t('auth.robot.title')} />;
}

const scriptAddress = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile> | null = null;

/** Only where the operator has chosen it: otherwise no page sends requests to a third party. */
function loadTurnstile(): Promise<Turnstile> {
  loading ??= loadScript();
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function loadScript(): Promise<Turnstile> {
  const script = document.createElement('script');
  script.src = scriptAddress;
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('loading the robot check failed')));
    document.head.append(script);
  });
  if (!window.turnstile) throw new Error('starting the robot check failed');
  return window.turnstile;
}

const labelKeys = {
  idle: 'label',
  failed: 'label',
  insecure: 'label',
  working: 'working',
  solved: 'solved',
} as const satisfies Record<RobotState, string>;

function SelfSolving({ control, isInvalid }: { control: RobotCheckControl; isInvalid: boolean }) {
  const { t } = usePhrases();
  const { state } = control;
  return (
    <label className="robot">
      <input
        id="captcha"
        type="checkbox"
        checked={state === 'solved'}
        aria-busy={state === 'working'}
        aria-invalid={isInvalid}
        aria-describedby="captcha-message"
        onChange={() => control.start()}
      />
      <span className="cb" aria-hidden="true">
        {state === 'solved' && <Check className="ic" />}
        {state === 'working' && <LoaderCircle className="ic animate-spin" />}
      </span>
      <span aria-live="polite">{t(`auth.robot.${labelKeys[state]}`)}</span>
    </label>
  );
}

type RobotState = 'idle' | 'working' | 'solved' | 'failed' | 'insecure';

/** The robot check of a form, whichever kind the operator has chosen. */
export interface RobotCheckControl {
  readonly state: RobotState;
  /** Starts in the background, once. */
  start(): void;
  /** The proof for one submit, once it is solved; null: none. Throws what prevented it. */
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
  captchaKind ??= call('GET /api/captcha', { anonymous: true });
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
      setState(isApiError(error, 'insecure') ? 'insecure' : 'failed');
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
