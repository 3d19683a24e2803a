import type { ComponentProps } from 'react';
import { likelyEmail } from '#domain/accounts/email-typo.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { FieldMessage } from './field-message.tsx';

interface EmailFieldProps {
  readonly label?: string;
  readonly input: ComponentProps<'input'>;
  readonly error: string | undefined;
  /**
   * The current input: a typo in a well-known domain is pointed out, never corrected automatically.
   */
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
