import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { saveResetEmail } from '#web/session/reset-email.ts';
import { RobotCheck } from '#web/robot-check/robot-check.tsx';
import type { RobotCheckControl } from '#web/robot-check/use-robot-check.ts';
import { EmailField } from '#web/ui/form/email-field.tsx';
import { AnsweredForm } from '#web/ui/form/answered-form.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import type { Sent } from './mail-sent.tsx';

interface RequestMailFormProps {
  readonly email: string;
  readonly robot: RobotCheckControl;
  readonly onSent: (sent: Sent) => void;
}

export function RequestMailForm({ email, robot, onSent }: RequestMailFormProps) {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const { values, setValue, field, submit, isBusy, captchaError, summary } = useAnsweredForm({
    schema: () => import('./forgot-form.ts').then((file) => file.ForgotForm),
    defaultValues: { email },
    robot,
    send: async (sent, captcha) => {
      const { forgotPassword } = await import('#web/api/calls/account-calls.ts');
      const retryAfter = await forgotPassword({ ...sent, lang, ...(captcha && { captcha }) });
      robot.renew();
      saveResetEmail(sent.email);
      onSent({ email: sent.email, until: serverClock.now() + retryAfter * 1_000 });
    },
  });
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="h1">{t('auth.forgot.title')}</h1>
        <p>{t('auth.forgot.lead')}</p>
      </div>
      <AnsweredForm submit={submit} summary={summary}>
        <EmailField {...field('email')} typed={values.email} onCorrect={(meant) => setValue('email', meant)} />
        <RobotCheck control={robot} error={captchaError} />
        <div className="flex flex-col gap-3">
          <SubmitButton isBusy={isBusy}>{t('auth.forgot.submit')}</SubmitButton>
          <Link className="btn btn-g btn-block" to={paths.login(lang, query.get('next') ?? undefined)}>
            <ArrowLeft className="ic" aria-hidden="true" />
            {t('auth.toSignIn')}
          </Link>
        </div>
      </AnsweredForm>
    </>
  );
}
