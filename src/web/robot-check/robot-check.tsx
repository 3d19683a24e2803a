import { Check, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CaptchaKind } from '#contract/accounts.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { FieldMessage } from '../ui/form/field-message.tsx';
import { TurnstileBox } from './turnstile-box.tsx';
import type { RobotCheckControl, RobotState } from './use-robot-check.ts';

interface RobotCheckProps {
  readonly control: RobotCheckControl;
  readonly error: string | null;
}

/**
 * Starts in the background when a field is first focused, so that users rarely wait; can also be
 * started by hand.
 */
export function RobotCheck({ control, error }: RobotCheckProps) {
  const { t } = usePhrases();
  const [kind, setKind] = useState<CaptchaKind | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(control);
  useEffect(() => {
    latest.current = control;
  });
  useEffect(() => {
    void latest.current.getKind().then(setKind, () => undefined);
    const form = box.current?.closest('form');
    const start = (): void => latest.current.start();
    form?.addEventListener('focusin', start, { once: true });
    return () => form?.removeEventListener('focusin', start);
  }, []);
  const text = error ?? (control.state === 'failed' ? t('auth.robot.failed') : undefined);
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
        {state === 'working' && <LoaderCircle className="ic spin" />}
      </span>
      <span aria-live="polite">{t(`auth.robot.${words[state]}`)}</span>
    </label>
  );
}

const words = { idle: 'label', failed: 'label', working: 'working', solved: 'solved' } as const satisfies Record<
  RobotState,
  string
>;
