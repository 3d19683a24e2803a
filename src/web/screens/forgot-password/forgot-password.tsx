import { ArrowLeft, MailQuestion } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ApiError } from '#web/api/api-error.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { Tagged } from '#web/language/rich.tsx';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { RobotCheck, type RobotCheckControl, useRobotCheck } from '#web/robot-check/robot-check.tsx';
import { Button } from '#web/ui/button.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { carry, saveResetEmail, useCarried } from '#web/session/carried.ts';
import { forgotPassword } from '#web/session/forgot-password.ts';
import { useSiteSettings } from '#web/theme/site-settings.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { AnsweredForm, SubmitButton } from '#web/ui/form/answered-form.tsx';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { EmailField } from '#web/ui/form/fields.tsx';
import { ResendButton } from '#web/ui/form/resend-button.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = pageTitle(
  ({ t }) => t('auth.forgot.pageTitle'),
  ({ t }) => t('auth.forgot.description'),
);

interface Sent {
  readonly email: string;
  /** Server time from which the next request is accepted. */
  readonly until: number;
}

/** Shows the same text whether or not the address has an account. */
export default function ForgotPassword() {
  const { email = '' } = useCarried();
  const [sent, setSent] = useState<Sent | null>(null);
  const [first, setFirst] = useState<string | null>(null);
  const robot = useRobotCheck();
  if (!sent) return <RequestMailForm email={first ?? email} robot={robot} onSent={setSent} />;
  const back = (): void => {
    setFirst(sent.email);
    setSent(null);
  };
  return <MailSent sent={sent} robot={robot} onSent={setSent} onBack={back} />;
}

interface RequestMailFormProps {
  readonly email: string;
  readonly robot: RobotCheckControl;
  readonly onSent: (sent: Sent) => void;
}

function RequestMailForm({ email, robot, onSent }: RequestMailFormProps) {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const { values, setValue, field, submit, isBusy, captchaError, summary } = useAnsweredForm({
    schema: () => import('#web/session/form-schemas.ts').then((file) => file.EmailForm),
    defaultValues: { email },
    robot,
    send: async (sent, captcha) => {
      const retryAfter = await forgotPassword({ ...sent, lang, ...(captcha && { captcha }) });
      robot.renew();
      saveResetEmail(sent.email);
      onSent({ email: sent.email, until: serverClock.now() + retryAfter * 1_000 });
    },
  });
  return (
    <>
      <AuthHead title={t('auth.login.forgot')}>{t('auth.forgot.description')}</AuthHead>
      <AnsweredForm submit={submit} summary={summary}>
        <EmailField {...field('email')} typed={values.email} onCorrect={(meant) => setValue('email', meant)} />
        <RobotCheck control={robot} error={captchaError} />
        <div className="flex flex-col gap-3">
          <SubmitButton isBusy={isBusy}>{t('auth.forgot.submit')}</SubmitButton>
          <Button
            look="g block"
            to={paths.login(lang, query.get('next') ?? undefined)}
            icon={ArrowLeft}
            text={t('auth.toSignIn')}
          />
        </div>
      </AnsweredForm>
    </>
  );
}

interface MailSentProps {
  readonly sent: Sent;
  readonly robot: RobotCheckControl;
  readonly onSent: (sent: Sent) => void;
  readonly onBack: () => void;
}

function MailSent({ sent, robot, onSent, onBack }: MailSentProps) {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const errorText = useErrorText();
  const hasMailbox = useSiteSettings()?.hasMailbox === true;
  const [isResent, setIsResent] = useState(false);

  const sendAgain = async (): Promise<void> => {
    const captcha = await robot.take();
    // If the check cannot solve itself, it is shown on the form.
    if (captcha === null) return onBack();
    const retryAfter = await forgotPassword({ email: sent.email, lang, captcha });
    saveResetEmail(sent.email);
    setIsResent(true);
    onSent({ email: sent.email, until: serverClock.now() + retryAfter * 1_000 });
  };
  const { run, isBusy, error } = useAction(
    () => sendAgain().finally(robot.renew),
    (failure) => {
      const seconds = failure instanceof ApiError ? failure.retryAfter : null;
      if (seconds !== null) onSent({ ...sent, until: serverClock.now() + seconds * 1_000 });
    },
  );

  return (
    <>
      <AuthHead title={t('auth.forgot.sentTitle')} isArrival>
        {t('auth.forgot.sent', { email: sent.email })}
      </AuthHead>
      <div className="flex flex-col gap-3">
        <ResendButton
          until={sent.until}
          isBusy={isBusy}
          label={t('auth.forgot.again')}
          labelIn={(time) => t('auth.forgot.againIn', { time })}
          onClick={() => void run()}
        />
        <div className="field">
          <FieldMessage id="resend-message" text={error === null ? undefined : errorText(error)} />
        </div>
        <output className="sr-only">{isResent && t('auth.forgot.resent')}</output>
        <Button look="g block" onClick={onBack} text={t('auth.forgot.otherEmail')} />
        <Link
          className="btn btn-g btn-block"
          to={paths.login(lang, query.get('next') ?? undefined)}
          {...carry({ email: sent.email })}
        >
          <ArrowLeft className="ic" />
          {t('auth.toSignIn')}
        </Link>
      </div>
      <Note icon={MailQuestion}>{hasMailbox ? <MailboxHint /> : t('auth.forgot.hint')}</Note>
    </>
  );
}

function MailboxHint() {
  const { t, lang } = usePhrases();
  const toMailbox = (text: string) => <TextLink to={paths.mailbox(lang)} text={text} />;
  return <Tagged text={t('auth.forgot.mailbox')} a={toMailbox} />;
}
