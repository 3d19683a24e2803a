import { zodResolver } from '@hookform/resolvers/zod';
import { LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { LoginBody } from '#contract/accounts.ts';
import { useProblemText } from '../../language/use-problem-text.ts';
import { pageTitle } from '../../language/page-title.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { safeNext } from '../../paths.ts';
import { signIn } from '../../session/session-store.ts';
import { useSession } from '../../session/use-session.ts';
import { FieldMessage } from './field-message.tsx';
import { PasswordInput } from './password-input.tsx';

export const meta = pageTitle(({ t }) => t('auth.login.pageTitle'));

/** A minimal sign-in: e-mail, password, and back to the page that was wanted. */
export default function Login() {
  const { t, lang } = usePhrases();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isSignedIn = useSession().kind === 'in';
  const problemText = useProblemText();
  const form = useForm<z.input<typeof LoginBody>>({
    resolver: zodResolver(LoginBody),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const next = safeNext(query.get('next'), lang);

  useEffect(() => {
    if (isSignedIn) void navigate(next, { replace: true });
  }, [isSignedIn, navigate, next]);

  const submit = form.handleSubmit(async (body) => {
    try {
      await signIn(body);
    } catch (error) {
      form.setError('root', { message: problemText(error) });
      form.setFocus('password');
    }
  });

  return (
    <>
      <div className="col g2">
        <h1 className="h1">{t('auth.login.title')}</h1>
        <p>{t('auth.login.lead')}</p>
      </div>
      <form className="col g5" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor="email">{t('auth.login.email')}</label>
          <input
            className="inp-t"
            id="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={Boolean(errors.email)}
            aria-describedby="email-message"
            {...form.register('email')}
          />
          <FieldMessage id="email-message" text={errors.email && t('auth.login.emailMissing')} />
        </div>
        <div className="field">
          <label htmlFor="password">{t('auth.login.password')}</label>
          <PasswordInput isInvalid={Boolean(errors.password ?? errors.root)} {...form.register('password')} />
          <FieldMessage
            id="password-message"
            text={errors.password ? t('auth.login.passwordMissing') : errors.root?.message}
          />
        </div>
        <button type="submit" className="btn btn-p btn-lg btn-block" aria-busy={isSubmitting} disabled={isSubmitting}>
          {isSubmitting && <LoaderCircle className="ic spin" aria-hidden="true" />}
          {t('auth.login.submit')}
        </button>
      </form>
    </>
  );
}
