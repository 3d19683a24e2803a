import { type ReactNode, useState } from 'react';
import { createPath, Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { EmailChangeAnswer, RequiredPassword } from '#contract/accounts.ts';
import { isApiError } from '#web/api/api-error.ts';
import { confirmEmailChange, undoEmailChange } from '#web/api/calls/account-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { carry } from '#web/session/carried.ts';
import { ChoosePassword } from '#web/session/choose-password.tsx';
import { checkSession, endSession } from '#web/session/session-store.ts';
import { FieldMessage } from '#web/ui/form/field-message.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('auth.emailChange.pageTitle')));

/**
 * Target of the links in the mails about a change of address. Each asks first, because scanners open
 * links.
 */
export default function EmailChange() {
  const { t } = usePhrases();
  const { hash } = useLocation();
  const [query] = useSearchParams();
  const link = query.get('link');
  const undo = new URLSearchParams(hash.slice(1)).get('undo');
  if (undo) return <UndoChange link={undo} />;
  if (link) return <ConfirmChange link={link} />;
  return <Message title={t('auth.emailChange.invalidTitle')} text={t('auth.emailChange.invalid')} />;
}

function UndoChange({ link }: { link: string }) {
  const { t, lang } = usePhrases();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const [required, setRequired] = useState<RequiredPassword | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    setRequired(await undoEmailChange(link));
    endSession();
  });
  if (required)
    return (
      <ChoosePassword
        title={t('auth.emailChange.restoredTitle')}
        lead={t('auth.emailChange.restored', { email: required.email })}
        link={required.resetLink}
        onSaved={() =>
          navigate(paths.login(lang), {
            replace: true,
            ...carry({ notice: 'passwordChanged', email: required.email }),
          })
        }
        onError={() => setRequired(null)}
      />
    );
  if (isApiError(error, 'link_invalid'))
    return <Message title={t('auth.emailChange.invalidTitle')} text={t('auth.emailChange.invalid')} />;
  return (
    <Message title={t('auth.emailChange.undoTitle')} text={t('auth.emailChange.undo')}>
      <FieldMessage id="email-undo-message" text={error === null ? undefined : errorText(error)} />
      <button
        type="button"
        className="btn btn-p btn-lg btn-block"
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void run()}
      >
        {t('auth.emailChange.undoButton')}
      </button>
    </Message>
  );
}

function ConfirmChange({ link }: { link: string }) {
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
  const here = createPath(useLocation());
  return (
    <Message title={t('auth.emailChange.signInTitle')} text={t('auth.emailChange.signIn')}>
      <Link className="btn btn-p btn-lg btn-block" to={paths.login(lang, here)}>
        {t('auth.emailChange.toSignIn')}
      </Link>
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
