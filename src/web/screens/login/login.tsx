import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { RobotCheck, useRobotCheck } from '#web/robot-check/robot-check.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { DemoEntry } from '#web/session/demo-entry.tsx';
import { carry, useCarried } from '#web/session/carried.ts';
import { signIn } from '#web/session/session-store.ts';
import { useStepOnward } from '#web/session/next-step.ts';
import { EmailField, PasswordField } from '#web/ui/form/fields.tsx';
import { AnsweredForm, SubmitButton } from '#web/ui/form/answered-form.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = pageTitle(
  ({ t }) => t('auth.login.pageTitle'),
  ({ t }) => t('auth.login.description'),
);

/** The robot check appears when the server requires it. */
export default function Login() {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const { email = '', notice } = useCarried();
  const [isChecked, setIsChecked] = useState(false);
  const robot = useRobotCheck();
  useStepOnward(query.get('next'));
  const { values, setValue, field, submit, isBusy, captchaError, summary } = useAnsweredForm({
    schema: () => import('#web/session/form-schemas.ts').then((file) => file.LoginForm),
    defaultValues: { email, password: '' },
    robot: isChecked ? robot : null,
    send: async (sent, captcha) => {
      await signIn({ ...sent, ...(captcha && { captcha }) });
    },
    onError: ({ code }) => {
      // A solved check raises the limit of an address that many people share.
      if (code === 'captcha_required' || code === 'rate_limited') {
        setIsChecked(true);
        robot.start();
      }
      return false;
    },
  });

  return (
    <>
      <AuthHead title={t('auth.login.title')}>
        {t('auth.login.lead')}{' '}
        <TextLink to={{ pathname: paths.register(lang), search: query.toString() }} text={t('auth.login.register')} />
      </AuthHead>
      {notice && <output className="note">{t(`auth.login.${notice}`)}</output>}
      <AnsweredForm submit={submit} summary={summary}>
        <EmailField {...field('email')} typed={values.email} onCorrect={(meant) => setValue('email', meant)} />
        <PasswordField
          {...field('password')}
          label={t('auth.form.password')}
          autoComplete="current-password"
          aside={
            <Link
              className="link text-13 ml-auto"
              to={paths.forgotPassword(lang, query.get('next') ?? undefined)}
              {...carry({ email: values.email })}
            >
              {t('auth.login.forgot')}
            </Link>
          }
        />
        {isChecked && <RobotCheck control={robot} error={captchaError} />}
        <SubmitButton isBusy={isBusy}>{t('common.header.signIn')}</SubmitButton>
      </AnsweredForm>
      <DemoEntry />
    </>
  );
}
