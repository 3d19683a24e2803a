import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { resendActivation } from '../../api/account-calls.ts';
import { serverClock } from '../../api/server-clock.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { useProblemText } from '../../language/use-problem-text.ts';
import { checkSession } from '../../session/session-store.ts';
import { FieldMessage } from '../../ui/form/field-message.tsx';
import { ResendButton } from '../../ui/form/resend-button.tsx';

/** The timer is the server's; a refusal that names a later time moves it. */
export function SendAgain({ until, onChange }: { until: number | null; onChange: () => void }) {
  const { t, lang } = usePhrases();
  const problemText = useProblemText();
  const queries = useQueryClient();
  const [later, setLater] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState<string>();

  const send = async (): Promise<void> => {
    const seconds = await resendActivation(lang);
    setLater(serverClock.now() + seconds * 1_000);
    setSaid(t('auth.confirm.resent'));
    await queries.invalidateQueries({ queryKey: ['activation'] });
  };
  const refuse = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiProblem)) return setFault(problemText(error));
    if (error.code === 'already_activated') return void (await checkSession());
    setFault(problemText(error));
    if (error.retryAfter !== null) setLater(serverClock.now() + error.retryAfter * 1_000);
  };
  const press = (): void => {
    setBusy(true);
    setSaid('');
    setFault(undefined);
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
        <FieldMessage id="resend-message" text={fault} />
        <output className="msg">{said}</output>
      </div>
      <button type="button" className="btn btn-g btn-block" onClick={onChange}>
        {t('auth.confirm.change')}
      </button>
    </div>
  );
}
