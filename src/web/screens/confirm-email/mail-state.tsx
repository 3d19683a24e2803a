import { Inbox, MailCheck, MailWarning, MailX, Send } from 'lucide-react';
import { Link } from 'react-router';
import type { ActivationState } from '#contract/accounts.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { paths } from '../../paths.ts';
import { Note } from '../../ui/note.tsx';

/** What has become of the mail, as far as the server knows. A mail that was simply sent needs no words. */
export function MailState({ state }: { state: ActivationState }) {
  return (
    <div aria-live="polite">
      <Words state={state} />
    </div>
  );
}

function Words({ state: { mail, hasMailbox } }: { state: ActivationState }) {
  const { t, f } = usePhrases();
  if (hasMailbox || mail?.status === 'kept') return <InMailbox />;
  if (!mail) return <Note icon={Send}>{t('auth.confirm.notSent')}</Note>;
  const { status, nextAttemptAt } = mail;
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
  if (status === 'queued' && nextAttemptAt) {
    const time = f.clock(Date.parse(nextAttemptAt));
    return (
      <Note icon={MailWarning} tone="warn">
        {t('auth.confirm.delayed', { time })}
      </Note>
    );
  }
  return status === 'queued' ? <Note icon={MailCheck}>{t('auth.confirm.queued')}</Note> : null;
}

function InMailbox() {
  const { t, lang } = usePhrases();
  return (
    <Note icon={Inbox}>
      {t('auth.confirm.kept')}{' '}
      <Link className="link" to={paths.mailbox(lang)}>
        {t('auth.confirm.openMailbox')}
      </Link>
    </Note>
  );
}
