import { Check } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { pageTitle } from '#web/language/page-title.ts';
import { Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { RobotCheck, useRobotCheck } from '#web/robot-check/robot-check.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { carry, useCarried } from '#web/session/carried.ts';
import { signUp } from '#web/session/session-store.ts';
import { useStepOnward } from '#web/session/next-step.ts';
import { readStored } from '#web/storage/stored.ts';
import { AnsweredForm, SubmitButton } from '#web/ui/form/answered-form.tsx';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { EmailField, PasswordField } from '#web/ui/form/fields.tsx';
import { PasswordRules } from '#web/ui/form/password-rules.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = pageTitle(
  ({ t }) => t('common.header.register'),
  ({ t }) => t('auth.register.description'),
);

export default function Register() {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const { email: carried = '', score } = useCarried();
  const [taken, setTaken] = useState<string | null>(null);
  const robot = useRobotCheck();
  useStepOnward(query.get('next'));
  const { values, setValue, field, submit, isBusy, captchaError, summary } = useAnsweredForm({
    schema: () => import('#web/session/form-schemas.ts').then((file) => file.RegisterForm),
    defaultValues: { email: carried, newPassword: '', repeat: '', acceptedTerms: false },
    robot,
    send: async ({ email, newPassword, acceptedTerms }, captcha) => {
      setTaken(null);
      const campaign = readStored('campaign');
      await signUp({ email, password: newPassword, lang, campaign, acceptedTerms, ...(captcha && { captcha }) });
    },
    onError: ({ code }) => {
      const isTaken = code === 'email_taken';
      setTaken(isTaken ? values.email : null);
      return isTaken;
    },
  });
  const newPassword = field('newPassword');

  return (
    <>
      <AuthHead title={t('auth.register.title')}>
        {t('auth.register.lead')}{' '}
        <TextLink to={{ pathname: paths.login(lang), search: query.toString() }} text={t('common.header.signIn')} />
      </AuthHead>
      {score && <output className="note">{t('auth.register.score', score)}</output>}
      <AnsweredForm
        submit={submit}
        summary={{ ...summary, formError: taken === null ? summary.formError : <EmailTaken email={taken} /> }}
      >
        <EmailField {...field('email')} typed={values.email} onCorrect={(meant) => setValue('email', meant)} />
        <PasswordField {...newPassword} label={t('auth.form.password')} autoComplete="new-password">
          <PasswordRules password={values.newPassword} isRefused={newPassword.error !== undefined} />
        </PasswordField>
        <PasswordField {...field('repeat')} label={t('auth.form.repeat')} autoComplete="new-password" />
        <TermsField {...field('acceptedTerms')} />
        <RobotCheck control={robot} error={captchaError} />
        <SubmitButton isBusy={isBusy}>{t('auth.login.register')}</SubmitButton>
      </AnsweredForm>
    </>
  );
}

/** The account exists: links to sign in or reset the password, with the address filled in. */
function EmailTaken({ email }: { email: string }) {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const next = query.get('next') ?? undefined;
  return (
    <>
      <b>{t('auth.register.taken')}</b>
      <span className="flex items-center flex-wrap gap-4">
        <Link className="link" to={paths.login(lang, next)} {...carry({ email })}>
          {t('common.header.signIn')}
        </Link>
        <Link className="link" to={paths.forgotPassword(lang, next)} {...carry({ email })}>
          {t('auth.register.takenReset')}
        </Link>
      </span>
    </>
  );
}

/** Age, risk and terms in one box, not ticked by default. */
function TermsField({ input, error }: { input: ComponentProps<'input'>; error: string | undefined }) {
  const { t, lang } = usePhrases();
  const toPage = (path: string) => (text: string) => (
    <a className="link" href={path} target="_blank" rel="noreferrer">
      {text}
      <span className="sr-only"> ({t('auth.register.newTab')})</span>
    </a>
  );
  return (
    <div className="field">
      <label className="check">
        <input {...input} type="checkbox" />
        <span className="cb" aria-hidden="true">
          <Check className="ic" />
        </span>
        <span>
          <Tagged text={t('auth.register.terms')} a={toPage(paths.terms(lang))} b={toPage(paths.privacyPolicy(lang))} />
        </span>
      </label>
      <FieldMessage id={`${input.id}-message`} text={error} />
    </div>
  );
}
