import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type ComponentProps, useState } from 'react';
import { usePhrases } from '../../language/use-phrases.ts';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & { readonly isInvalid: boolean };

/** Can be shown, can be pasted into, and tells when Caps Lock is on. */
export function PasswordInput({ isInvalid, ...input }: PasswordInputProps) {
  const { t } = usePhrases();
  const [isShown, setShown] = useState(false);
  const [hasCaps, setCaps] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  const noticeCaps = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'));
  return (
    <>
      <div className="box">
        <input
          {...input}
          className="inp-t"
          id="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          aria-invalid={isInvalid}
          aria-describedby="password-message password-caps"
          onKeyUp={noticeCaps}
        />
        <button
          type="button"
          className="eye"
          aria-label={isShown ? t('auth.login.hidePassword') : t('auth.login.showPassword')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon className="ic" aria-hidden="true" />
        </button>
      </div>
      <output id="password-caps" className="msg">
        {hasCaps && t('auth.login.capsLock')}
      </output>
    </>
  );
}
