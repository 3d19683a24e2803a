import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react';
import { likelyEmail } from '#domain/accounts/email.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FieldMessage } from './field-message.tsx';

interface EmailFieldProps {
  readonly label?: string;
  readonly input: ComponentProps<'input'>;
  readonly error: string | undefined;
  /** A typo in a well-known domain is pointed out, never corrected automatically. */
  readonly typed: string;
  readonly onCorrect: (email: string) => void;
}

export function EmailField({ label, input, error, typed, onCorrect }: EmailFieldProps) {
  const { t } = usePhrases();
  const meant = error ? null : likelyEmail(typed);
  return (
    <div className="field">
      <label htmlFor={input.id}>{label ?? t('auth.form.email')}</label>
      <input
        {...input}
        className="inp-t"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <FieldMessage id={`${input.id}-message`} text={error} />
      <output className="msg">
        {meant && (
          <button
            type="button"
            className="link-btn"
            aria-label={t('auth.form.emailCorrect', { email: meant })}
            onClick={() => onCorrect(meant)}
          >
            {t('auth.form.emailMeant', { email: meant })}
          </button>
        )}
      </output>
    </div>
  );
}

interface PasswordFieldProps {
  readonly label: string;
  readonly input: ComponentProps<'input'>;
  readonly error: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
  /** Shown between the field and its error. */
  readonly children?: ReactNode;
  /** Shown at the end of the error line. */
  readonly aside?: ReactNode;
}

/** Lets the password be revealed and pasted, and warns of Caps Lock. */
export function PasswordField({ label, input, error, autoComplete, children, aside }: PasswordFieldProps) {
  const { t } = usePhrases();
  const [isShown, setIsShown] = useState(false);
  const [hasCaps, setHasCaps] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const noticeCaps = (event: KeyboardEvent): void => setHasCaps(event.getModifierState('CapsLock'));
  return (
    <div className="field">
      <label htmlFor={input.id}>{label}</label>
      <div className="box">
        <input
          {...input}
          className="inp-t"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-describedby={`${input['aria-describedby']} ${input.id}-caps`}
          onKeyUp={noticeCaps}
        />
        <button
          type="button"
          className="absolute right-1.5 grid size-10 cursor-pointer place-items-center border-0 bg-transparent text-ink-3"
          aria-label={`${isShown ? t('auth.form.hidePassword') : t('auth.form.showPassword')}: ${label}`}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon className="ic" />
        </button>
      </div>
      {children}
      <div className="flex gap-3 justify-between items-start">
        <FieldMessage id={`${input.id}-message`} text={error} />
        {aside}
      </div>
      <output id={`${input.id}-caps`} className="msg">
        {hasCaps && t('auth.form.capsLock')}
      </output>
    </div>
  );
}
