import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { resendActivation } from '#web/api/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
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
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const [failure, setFailure] = useState<string>();

  const send = async (): Promise<void> => {
    const seconds = await resendActivation(lang);
    setLater(serverClock.now() + seconds * 1_000);
    setMessage(t('auth.confirm.resent'));
    await queries.invalidateQueries({ queryKey: ['activation'] });
  };
  const refuse = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) return setFailure(errorText(error));
    if (error.code === 'already_activated') return void (await checkSession());
    setFailure(errorText(error));
    if (error.retryAfter !== null) setLater(serverClock.now() + error.retryAfter * 1_000);
  };
  const press = (): void => {
    setBusy(true);
    setMessage('');
    setFailure(undefined);
    void send()
      .catch(refuse)
      .finally(() => setBusy(false));
  };

  return (
    <div className="col g3">
      <ResendButton
        until={later === null ? until : Math.max(later, until ?? 0)}
        isBusy={isBusy}
        label={t('auth.confirm.again')}
        labelIn={(time) => t('auth.confirm.againIn', { time })}
        onClick={press}
      />
      <div className="field">
        <FieldMessage id="resend-message" text={failure} />
        <output className="msg">{message}</output>
      </div>
      <button type="button" className="btn btn-g btn-block" onClick={onChange}>
        {t('auth.confirm.change')}
      </button>
    </div>
  );
}
