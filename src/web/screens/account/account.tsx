import { useQuery } from '@tanstack/react-query';
import { AtSign, Mail, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { OwnSession, PendingEmailChange, User } from '#contract/accounts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { RobotCheck, useRobotCheck } from '#web/robot-check/robot-check.tsx';
import { forgotPassword } from '#web/session/forgot-password.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { ErrorSummary } from '#web/ui/form/answered-form.tsx';
import { FieldMessage } from '#web/ui/form/field-message.tsx';
import { EmailField, PasswordField } from '#web/ui/form/fields.tsx';
import { ResendButton } from '#web/ui/form/resend-button.tsx';
import { useAnsweredForm } from '#web/ui/form/use-answered-form.ts';
import { AccountPage } from './account-page.tsx';
import { OwnData } from './own-data.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { AccountRow, accountSection, OwnItem, PasswordOwner } from './rows.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('common.header.account')));

/** Who the user is, how the account is protected, and its data. */
export default function Account() {
  const { t } = usePhrases();
  return (
    <AccountPage>
      {(user) => (
        <>
          <PersonalInformation user={user} />
          <Card title={t('account.security')} titleId="security">
            <PasswordByMail email={user.email} />
            {user.isActivated && <ChangeEmail user={user} />}
            <SecondFactorSection email={user.email} />
            <SessionList />
          </Card>
          <OwnData email={user.email} />
        </>
      )}
    </AccountPage>
  );
}

/** The only way to change the password: a mail to the user's own address. */
function PasswordByMail({ email }: { email: string }) {
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
      <AccountRow title={t('account.secondFactor.way.password')} text={t('account.passwordText')}>
        <ResendButton
          className="btn btn-s btn-sm"
          icon={Mail}
          until={until}
          isBusy={isBusy}
          label={t('account.sendReset')}
          labelIn={(time) => t('account.sendAgainIn', { time })}
          onClick={() => void run()}
        />
      </AccountRow>
      {needsHand && <RobotCheck control={robot} error={null} />}
      {/* Takes no room until something is said. */}
      <div className="field not-has-[:not(:empty)]:h-0 not-has-[:not(:empty)]:-mt-3">
        <output className="msg wrap-anywhere">{isSent && error === null && t('account.resetSent', { email })}</output>
        <FieldMessage id="reset-message" text={error === null ? undefined : errorText(error)} />
      </div>
    </div>
  );
}

/** The address of an activated account, changed by a link mailed to the new one. */
function ChangeEmail({ user }: { user: User }) {
  const { t, f } = usePhrases();
  const [isOpen, setIsOpen] = useState(false);
  const [pending, setPending] = useState<PendingEmailChange | null>(null);
  return (
    <div className={accountSection}>
      <AccountRow title={t('account.emailChange.title')} text={t('account.emailChange.text')}>
        <Button look="s sm" onClick={() => setIsOpen(true)} icon={AtSign} text={t('account.emailChange.button')} />
      </AccountRow>
      <output className="msg wrap-anywhere">
        {pending &&
          t('account.emailChange.pending', {
            email: pending.email,
            time: f.moment(Date.parse(pending.expiresAt), serverClock.now()),
          })}
      </output>
      {isOpen && (
        <ChangeEmailDialog
          email={user.email}
          onDone={(change) => {
            setIsOpen(false);
            setPending(change);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

interface ChangeEmailDialogProps {
  readonly email: string;
  readonly onDone: (change: PendingEmailChange) => void;
  readonly onClose: () => void;
}

/** The new address, with the password as confirmation by the owner. */
function ChangeEmailDialog({ email: current, onDone, onClose }: ChangeEmailDialogProps) {
  const { t, lang } = usePhrases();
  const { values, setValue, field, submit, summary } = useAnsweredForm({
    schema: () => import('#web/session/form-schemas.ts').then((file) => file.LoginForm),
    defaultValues: { email: '', password: '' },
    robot: null,
    send: async ({ email, password }) => {
      onDone(await call('POST /api/user/email', { body: { email, password, lang } }));
    },
  });
  return (
    <ActionDialog
      title={t('account.emailChange.dialog')}
      confirm={t('account.emailChange.confirm')}
      icon={Mail}
      cancel={t('account.emailChange.cancel')}
      act={submit}
      onClose={onClose}
    >
      <ErrorSummary {...summary} />
      <PasswordOwner email={current} />
      <EmailField
        {...field('email')}
        label={t('account.emailChange.newEmail')}
        typed={values.email}
        onCorrect={(meant) => setValue('email', meant)}
      />
      <PasswordField
        {...field('password')}
        label={t('account.secondFactor.way.password')}
        autoComplete="current-password"
      />
    </ActionDialog>
  );
}

/** Shown at first: this device, and the others seen last. */
const shownAtFirst = 3;

/** Every active login session. The current one is ended by signing out. */
export function SessionList() {
  const { t } = usePhrases();
  const [ended, setEnded] = useState<'ended' | 'endedOthers' | null>(null);
  const read = useQuery({ ...callQuery('GET /api/sessions'), staleTime: 0 });
  const sessions = read.data?.items;
  const showEnded = async (which: 'ended' | 'endedOthers'): Promise<void> => {
    setEnded(which);
    await read.refetch();
  };
  const endOthers = useToastAction(async () => {
    await call('DELETE /api/sessions');
    await showEnded('endedOthers');
  });
  const [isWhole, setIsWhole] = useState(false);
  const ordered = sessions?.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const shown = isWhole ? ordered : ordered?.slice(0, shownAtFirst);
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <div className={accountSection}>
      <AccountRow
        title={t('account.sessions')}
        text={t('account.sessionsText')}
        read={read}
        failed={t('account.sessionsFailed')}
      >
        {hasOthers && <Button action={endOthers} look="s sm" text={t('account.endOthers')} />}
      </AccountRow>
      <ul className="sessions">
        {shown?.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => showEnded('ended')} />
        ))}
      </ul>
      {sessions && sessions.length > shownAtFirst && !isWhole && (
        <Button
          look="g sm"
          className="justify-self-start -ml-3.5"
          onClick={() => setIsWhole(true)}
          text={t('account.allSessions', { n: sessions.length })}
        />
      )}
      <output className="text-14 text-ink-3">{ended && t(`account.${ended}`)}</output>
    </div>
  );
}

function SessionRow({ session, onEnded }: { session: OwnSession; onEnded: () => Promise<void> }) {
  const { t, f } = usePhrases();
  const device = useDevice(session);
  const now = serverClock.now();
  const end = useToastAction(() => call('DELETE /api/sessions/:id', { params: { id: session.id } }).then(onEnded));
  return (
    <OwnItem
      icon={MonitorSmartphone}
      name={device}
      note={
        <>
          <span className="phone:block">
            {t('account.lastSeen', { time: f.moment(Date.parse(session.lastSeenAt), now) })}
          </span>
          <span className="phone:hidden"> · </span>
          <span className="phone:block">
            {t('account.since', { time: f.moment(Date.parse(session.createdAt), now) })}
          </span>
        </>
      }
    >
      {session.isCurrent ? (
        <span className="chip">{t('account.current')}</span>
      ) : (
        <Button action={end} look="g sm" aria-label={t('account.endNamed', { device })} text={t('account.end')} />
      )}
    </OwnItem>
  );
}

function useDevice({ browser, system }: OwnSession): string {
  const { t } = usePhrases();
  if (browser && system) return t('account.device', { browser, system });
  return browser ?? system ?? t('account.unknownDevice');
}
