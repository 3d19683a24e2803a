import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Inbox, MailCheck, MailQuestion, MailWarning, MailX, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ActivationState, User } from '#contract/accounts.ts';
import { findWebmail } from '#domain/accounts/email.ts';
import { ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { Tagged } from '#web/language/rich.tsx';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { RobotCheck, useRobotCheck } from '#web/robot-check/robot-check.tsx';
import { onProgress } from '#web/session/carried.ts';
import { useSignedIn } from '#web/session/next-step.ts';
import { checkSession, updateUser } from '#web/session/session-store.ts';
import { EmailConfirmed } from '#web/session/email-confirmed.tsx';
import { Button } from '#web/ui/button.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { AnsweredForm, SubmitButton } from '#web/ui/form/answered-form.tsx';
import { AuthHead } from '#web/ui/form/auth-head.tsx';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { EmailField } from '#web/ui/form/fields.tsx';
import { ResendButton } from '#web/ui/form/resend-button.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';

export const meta = unlisted(pageTitle(({ t }) => t('auth.confirm.pageTitle')));

/** Waits until the link in the mail is opened on any device, then continues. */
export default function ConfirmEmail() {
  const { t } = usePhrases();
  // The reader of the mail may have answered that the registration was not theirs.
  const user = useSignedIn('registrationEnded');
  if (!user) return <Loader label={t('common.loading')} />;
  return user.isActivated ? <EmailConfirmed user={user} /> : <Waiting user={user} />;
}

function Waiting({ user }: { user: User }) {
  const { t } = usePhrases();
  const [isChanging, setIsChanging] = useState(false);
  const activation = useActivation();
  return (
    <>
      <AuthHead title={t('auth.confirm.title')}>
        <Tagged text={t('auth.confirm.sentTo', { email: user.email })} />
      </AuthHead>
      {activation && <MailState state={activation.state} />}
      {isChanging ? (
        <ChangeEmail onDone={() => setIsChanging(false)} />
      ) : (
        <SendAgain until={activation?.until ?? null} onChange={() => setIsChanging(true)} />
      )}
      <Note icon={MailQuestion}>{t('auth.confirm.hint')}</Note>
    </>
  );
}

const pollMs = 5_000;
const activationKey = ['activation'] as const;

interface Activation {
  readonly state: ActivationState;
  /** Server time from which the next request is accepted, even after a reload; null: now. */
  readonly until: number | null;
}

/** Polls while the page is visible; notices at once what happens in another tab. */
function useActivation(): Activation | null {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: activationKey,
    queryFn: fetchActivation,
    refetchInterval: pollMs,
    staleTime: 0,
  });
  useEffect(() => onProgress(() => void queries.invalidateQueries({ queryKey: activationKey })), [queries]);
  const isActivated = data?.state.isActivated;
  useEffect(() => {
    if (isActivated) void checkSession();
  }, [isActivated]);
  return data ?? null;
}

async function fetchActivation(): Promise<Activation> {
  const state = await call('GET /api/resend-activation');
  return { state, until: state.retryAfter > 0 ? serverClock.now() + state.retryAfter * 1_000 : null };
}

/** The state of the mail; for a sent one a link to the user's webmail. */
function MailState({ state }: { state: ActivationState }) {
  return (
    <div aria-live="polite">
      <MailStateText state={state} />
    </div>
  );
}

function MailStateText({ state: { email, mail, hasMailbox } }: { state: ActivationState }) {
  const { t, f } = usePhrases();
  if (hasMailbox || mail?.status === 'kept') return <InMailbox />;
  if (!mail) return <Note icon={Send}>{t('auth.confirm.notSent')}</Note>;
  const { status, retryAt } = mail;
  if (status === 'refused')
    return (
      <Note icon={MailX} tone="warn">
        {t('auth.confirm.refused')}
      </Note>
    );
  if (status === 'given_up')
    return (
      <Note icon={MailX} tone="warn">
        {t('auth.confirm.givenUp')}
      </Note>
    );
  if (status === 'queued' && retryAt) {
    const time = f.clock(Date.parse(retryAt));
    return (
      <Note icon={MailWarning} tone="warn">
        {t('auth.confirm.delayed', { time })}
      </Note>
    );
  }
  return status === 'queued' ? <Note icon={MailCheck}>{t('auth.confirm.queued')}</Note> : <OpenMail email={email} />;
}

function InMailbox() {
  const { t, lang } = usePhrases();
  return (
    <div className="flex flex-col gap-4">
      <Note icon={Inbox}>{t('auth.confirm.kept')}</Note>
      <Button look="p lg block" to={paths.mailbox(lang)} text={t('auth.confirm.openMailbox')} />
    </div>
  );
}

/** Link to the webmail of the address, for the few most common domains. */
function OpenMail({ email }: { email: string }) {
  const { t } = usePhrases();
  const inbox = findWebmail(email);
  if (!inbox) return null;
  return (
    <a className="btn btn-p btn-lg btn-block" href={inbox} target="_blank" rel="noreferrer">
      <ExternalLink className="ic" />
      {t('auth.confirm.openMail')}
      <span className="sr-only"> ({t('auth.register.newTab')})</span>
    </a>
  );
}

/** A mistyped address can be corrected before it is confirmed; a new mail follows. */
function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { t, lang } = usePhrases();
  const queries = useQueryClient();
  const robot = useRobotCheck();
  const { values, setValue, field, submit, isBusy, captchaError, summary } = useAnsweredForm({
    schema: () => import('#web/session/form-schemas.ts').then((file) => file.EmailForm),
    defaultValues: { email: '' },
    robot,
    send: async ({ email }, captcha) => {
      updateUser((await call('POST /api/change-email', { body: { email, lang, ...(captcha && { captcha }) } })).user);
      announce(t('auth.confirm.changed'));
      await queries.invalidateQueries({ queryKey: activationKey });
      onDone();
    },
  });
  return (
    <AnsweredForm submit={submit} summary={summary}>
      <EmailField
        {...field('email')}
        label={t('auth.confirm.changeTitle')}
        typed={values.email}
        onCorrect={(meant) => setValue('email', meant)}
      />
      <RobotCheck control={robot} error={captchaError} />
      <div className="flex flex-col gap-3">
        <SubmitButton isBusy={isBusy}>{t('auth.confirm.changeSubmit')}</SubmitButton>
        <Button look="g block" onClick={onDone} text={t('auth.confirm.cancel')} />
      </div>
    </AnsweredForm>
  );
}

/** The timer follows the server; an error response with a later time updates it. */
function SendAgain({ until, onChange }: { until: number | null; onChange: () => void }) {
  const { t, lang } = usePhrases();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const [later, setLater] = useState<number | null>(null);
  const [isResent, setIsResent] = useState(false);

  const send = async (): Promise<void> => {
    setIsResent(false);
    const seconds = (await call('POST /api/resend-activation', { body: { lang } })).retryAfter;
    setLater(serverClock.now() + seconds * 1_000);
    setIsResent(true);
    await queries.invalidateQueries({ queryKey: activationKey });
  };
  const { run, isBusy, error } = useAction(send, async (failure) => {
    if (isApiError(failure, 'already_activated')) await checkSession();
    else if (failure instanceof ApiError && failure.retryAfter !== null)
      setLater(serverClock.now() + failure.retryAfter * 1_000);
  });
  const isShown = error !== null && !isApiError(error, 'already_activated');

  return (
    <div className="flex flex-col gap-3">
      <ResendButton
        until={later === null ? until : Math.max(later, until ?? 0)}
        isBusy={isBusy}
        label={t('auth.forgot.again')}
        labelIn={(time) => t('auth.forgot.againIn', { time })}
        onClick={() => void run()}
      />
      <div className="field">
        <FieldMessage id="resend-message" text={isShown ? errorText(error) : undefined} />
        <output className="msg">{isResent && t('auth.forgot.resent')}</output>
      </div>
      <Button look="g block" onClick={onChange} text={t('auth.confirm.change')} />
    </div>
  );
}
