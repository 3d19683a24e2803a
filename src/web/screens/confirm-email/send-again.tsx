import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isApiError } from '#web/api/api-error.ts';
import { resendActivation } from '#web/api/calls/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { checkSession } from '#web/session/session-store.ts';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { ResendButton } from '#web/ui/form/resend-button.tsx';

/** The timer follows the server; an error response with a later time updates it. */
export function SendAgain({ until, onChange }: { until: number | null; onChange: () => void }) {
  const { t, lang } = usePhrases();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [later, setLater] = useState<number | null>(null);
  const [message, setMessage] = useState('');

  const send = async (): Promise<void> => {
    setMessage('');
    const seconds = await resendActivation(lang);
    setLater(serverClock.now() + seconds * 1_000);
    setMessage(t('auth.confirm.resent'));
    await queries.invalidateQueries({ queryKey: ['activation'] });
  };
  const { run, isBusy, error } = useAction(send, async (failure) => {
    if (isApiError(failure, 'already_activated')) await checkSession();
    else if (failure instanceof ApiError && failure.retryAfter !== null)
      setLater(serverClock.now() + failure.retryAfter * 1_000);
  });
  const isShown = error !== null && !isApiError(error, 'already_activated');

  return (
    <div className="flex flex-col gap-3">
      <ResendButton
        until={later === null ? until : Math.max(later, until ?? 0)}
        isBusy={isBusy}
        label={t('auth.confirm.again')}
        labelIn={(time) => t('auth.confirm.againIn', { time })}
        onClick={() => void run()}
      />
      <div className="field">
        <FieldMessage id="resend-message" text={isShown ? errorText(error) : undefined} />
        <output className="msg">{message}</output>
      </div>
      <button type="button" className="btn btn-g btn-block" onClick={onChange}>
        {t('auth.confirm.change')}
      </button>
    </div>
  );
}
