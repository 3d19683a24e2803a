import { Mail } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { forgotPassword } from '#web/api/calls/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { RobotCheck } from '#web/robot-check/robot-check.tsx';
import { useRobotCheck } from '#web/robot-check/use-robot-check.ts';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { ResendButton } from '#web/ui/form/resend-button.tsx';

/** The only way to change the password, by the specification: a mail to the user's own address. */
export function PasswordByMail({ email }: { email: string }) {
  const { t, lang } = usePhrases();
  const errorText = useErrorText();
  const robot = useRobotCheck();
  const [until, setUntil] = useState<number | null>(null);
  const [isSent, setIsSent] = useState(false);
  /** Shown only if the check cannot solve itself. */
  const [needsHand, setNeedsHand] = useState(false);

  const send = async (): Promise<void> => {
    const captcha = await robot.take();
    if (captcha === null) return setNeedsHand(true);
    const seconds = await forgotPassword({ email, lang, captcha }).finally(robot.renew);
    setUntil(serverClock.now() + seconds * 1_000);
    setIsSent(true);
  };
  const { run, isBusy, error } = useAction(send, (failure) => {
    const seconds = failure instanceof ApiError ? failure.retryAfter : null;
    if (seconds !== null) setUntil(serverClock.now() + seconds * 1_000);
  });

  return (
    <div className="p-card flex flex-col gap-3">
      <div className="flex items-center flex-wrap justify-between gap-4">
        <div className="flex flex-col gap-1 account-words">
          <h3 className="h4">{t('account.password')}</h3>
          <span className="text-14 text-ink-3">{t('account.passwordText')}</span>
        </div>
        <ResendButton
          className="btn btn-s btn-sm"
          icon={Mail}
          until={until}
          isBusy={isBusy}
          label={t('account.sendReset')}
          labelIn={(time) => t('account.sendAgainIn', { time })}
          onClick={() => void run()}
        />
      </div>
      {needsHand && <RobotCheck control={robot} error={null} />}
      <div className="field">
        <output className="msg wrap-anywhere">{isSent && error === null && t('account.resetSent', { email })}</output>
        <FieldMessage id="reset-message" text={error === null ? undefined : errorText(error)} />
      </div>
    </div>
  );
}
