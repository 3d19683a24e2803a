import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RequiredPassword } from '#contract/accounts.ts';
import { undoEmailChange } from '#web/api/calls/account-calls.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { carry } from '#web/session/carried.ts';
import { ChoosePassword } from '#web/session/choose-password.tsx';
import { endSession } from '#web/session/session-store.ts';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { Message } from './message.tsx';

export function UndoChange({ link }: { link: string }) {
  const { t, lang } = usePhrases();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [required, setRequired] = useState<RequiredPassword | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    setRequired(await undoEmailChange(link));
    endSession();
  });
  if (required)
    return (
      <ChoosePassword
        title={t('auth.emailChange.restoredTitle')}
        lead={t('auth.emailChange.restored', { email: required.email })}
        link={required.resetLink}
        onSaved={() =>
          navigate(paths.login(lang), {
            replace: true,
            ...carry({ notice: 'passwordChanged', email: required.email }),
          })
        }
        onError={() => setRequired(null)}
      />
    );
  if (isApiError(error, 'link_invalid'))
    return <Message title={t('auth.emailChange.invalidTitle')} text={t('auth.emailChange.invalid')} />;
  return (
    <Message title={t('auth.emailChange.undoTitle')} text={t('auth.emailChange.undo')}>
      <FieldMessage id="email-undo-message" text={error === null ? undefined : errorText(error)} />
      <button
        type="button"
        className="btn btn-p btn-lg btn-block"
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void run()}
      >
        {t('auth.emailChange.undoButton')}
      </button>
    </Message>
  );
}
