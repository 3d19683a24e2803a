import { type ReactNode, useState } from 'react';
import { createPath, useLocation, useSearchParams } from 'react-router';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/request.ts';
import { type Action, useAction } from '#web/api/use-action.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { checkSession } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { FieldMessage } from '#web/ui/form/field-message.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('auth.emailChange.pageTitle')));

/** Target of the link mailed to a new address. It asks first, because scanners open links. */
export default function EmailChange() {
  const [query] = useSearchParams();
  const link = query.get('link');
  return link ? <ConfirmChange link={link} /> : <Invalid />;
}

function ConfirmChange({ link }: { link: string }) {
  const { t } = usePhrases();
  const [answer, setAnswer] = useState<{ readonly email: string } | null>(null);
  const confirm = useAction(async () => {
    const confirmed = await call('POST /api/user/email/confirm/:link', { params: { link } });
    await checkSession();
    setAnswer(confirmed);
  });
  if (answer) return <Confirmed answer={answer} />;
  if (isApiError(confirm.error, 'unauthenticated')) return <SignInFirst />;
  return (
    <Question
      action={confirm}
      title={t('auth.emailChange.title')}
      text={t('auth.emailChange.text')}
      confirm={t('auth.emailChange.confirm')}
    />
  );
}

interface QuestionProps extends Omit<MessageProps, 'children'> {
  readonly action: Action<[]>;
  readonly confirm: string;
}

function Question({ action, title, text, confirm }: QuestionProps) {
  const errorText = useErrorText();
  if (isApiError(action.error, 'link_invalid')) return <Invalid />;
  return (
    <Message title={title} text={text}>
      <FieldMessage id="email-change-message" text={action.error === null ? undefined : errorText(action.error)} />
      <Button action={action} look="p lg block" text={confirm} />
    </Message>
  );
}

function Invalid() {
  const { t } = usePhrases();
  return <Message title={t('auth.reset.invalidTitle')} text={t('auth.emailChange.invalid')} />;
}

function Confirmed({ answer: { email } }: { answer: { readonly email: string } }) {
  const { t, lang } = usePhrases();
  return (
    <Message title={t('auth.emailChange.doneTitle')} text={t('auth.emailChange.done', { email })}>
      <Button look="p lg block" to={paths.account(lang)} text={t('auth.emailChange.toAccount')} />
    </Message>
  );
}

function SignInFirst() {
  const { t, lang } = usePhrases();
  const here = createPath(useLocation());
  return (
    <Message title={t('auth.emailChange.signInTitle')} text={t('auth.emailChange.signIn')}>
      <Button look="p lg block" to={paths.login(lang, here)} text={t('common.header.signIn')} />
    </Message>
  );
}

interface MessageProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Message({ title, text, children }: MessageProps) {
  return (
    <>
      <AuthHead title={title} isArrival>
        {text}
      </AuthHead>
      {children}
    </>
  );
}
