import { useState } from 'react';
import { Link } from 'react-router';
import type { EmailChangeAnswer } from '#contract/accounts.ts';
import { confirmEmailChange } from '#web/api/calls/account-calls.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useCurrentPath } from '#web/routing/use-current-path.ts';
import { checkSession } from '#web/session/session-store.ts';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { Message } from './message.tsx';

export function ConfirmChange({ link }: { link: string }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [answer, setAnswer] = useState<EmailChangeAnswer | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    const confirmed = await confirmEmailChange(link);
    if (confirmed.isChanged) await checkSession();
    setAnswer(confirmed);
  });
  if (answer) return <Confirmed answer={answer} />;
  if (isApiError(error, 'link_invalid'))
    return <Message title={t('auth.emailChange.invalidTitle')} text={t('auth.emailChange.invalid')} />;
  if (isApiError(error, 'unauthenticated')) return <SignInFirst />;
  return (
    <Message title={t('auth.emailChange.title')} text={t('auth.emailChange.text')}>
      <FieldMessage id="email-change-message" text={error === null ? undefined : errorText(error)} />
      <button
        type="button"
        className="btn btn-p btn-lg btn-block"
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void run()}
      >
        {t('auth.emailChange.confirm')}
      </button>
    </Message>
  );
}

function Confirmed({ answer: { email, isChanged, waitsFor } }: { answer: EmailChangeAnswer }) {
  const { t, lang } = usePhrases();
  if (!isChanged)
    return (
      <Message
        title={t('auth.emailChange.halfTitle')}
        text={t(`auth.emailChange.waits.${waitsFor ?? 'old'}`, { email })}
      />
    );
  return (
    <Message title={t('auth.emailChange.doneTitle')} text={t('auth.emailChange.done', { email })}>
      <Link className="btn btn-p btn-lg btn-block" to={paths.account(lang)}>
        {t('auth.emailChange.toAccount')}
      </Link>
    </Message>
  );
}

function SignInFirst() {
  const { t, lang } = usePhrases();
  const here = useCurrentPath();
  return (
    <Message title={t('auth.emailChange.signInTitle')} text={t('auth.emailChange.signIn')}>
      <Link className="btn btn-p btn-lg btn-block" to={paths.login(lang, here)}>
        {t('auth.emailChange.toSignIn')}
      </Link>
    </Message>
  );
}
