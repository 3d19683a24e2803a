import { ExternalLink, Inbox, MailCheck, MailWarning, MailX, Send } from 'lucide-react';
import { Link } from 'react-router';
import type { ActivationState } from '#contract/accounts.ts';
import { findWebmail } from '#domain/accounts/webmail.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Note } from '#web/ui/feedback/note.tsx';

/**
 * Delivery status of the mail as known to the server; for a sent mail it links to the user's
 * webmail.
 */
export function MailState({ state }: { state: ActivationState }) {
  return (
    <div aria-live="polite">
      <Words state={state} />
    </div>
  );
}

function Words({ state: { email, mail, hasMailbox } }: { state: ActivationState }) {
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
  return status === 'queued' ? <Note icon={MailCheck}>{t('auth.confirm.queued')}</Note> : <OpenMail email={email} />;
}

/** Link to the webmail of the address, for the few most common domains. */
function OpenMail({ email }: { email: string }) {
  const { t } = usePhrases();
  const inbox = findWebmail(email);
  if (!inbox) return null;
  return (
    <a className="btn btn-p btn-lg btn-block" href={inbox} target="_blank" rel="noreferrer">
      <ExternalLink className="ic" aria-hidden="true" />
      {t('auth.confirm.openMail')}
      <span className="sr-only"> ({t('auth.register.newTab')})</span>
    </a>
  );
}

function InMailbox() {
  const { t, lang } = usePhrases();
  return (
    <div className="flex flex-col gap-4">
      <Note icon={Inbox}>{t('auth.confirm.kept')}</Note>
      <Link className="btn btn-p btn-lg btn-block" to={paths.mailbox(lang)}>
        {t('auth.confirm.openMailbox')}
      </Link>
    </div>
  );
}
