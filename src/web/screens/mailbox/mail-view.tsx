import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { MailboxMail } from '#contract/accounts.ts';
import { getMail } from '#web/api/calls/account-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { linkIn } from './link-in.ts';

export function MailView({ id }: { id: string }) {
  const { t } = usePhrases();
  const { data: mail, error } = useRead(['mailbox', id], () => getMail(id), { staleTime: Number.POSITIVE_INFINITY });
  if (mail) return <Mail mail={mail} />;
  return (
    <div className="state">{error ? <p>{t('account.mailbox.failed')}</p> : <Loader label={t('common.loading')} />}</div>
  );
}

const forms = ['html', 'text'] as const;

function Mail({ mail }: { mail: MailboxMail }) {
  const { t } = usePhrases();
  const [form, setForm] = useState<(typeof forms)[number]>('html');
  const link = linkIn(mail.text);
  return (
    <article className="mv" aria-label={mail.subject} lang={mail.lang}>
      <MailHead mail={mail} />
      <div className="flex items-center flex-wrap mbx-bar">
        <fieldset className="seg sm">
          <legend className="sr-only">{t('account.mailbox.form')}</legend>
          {forms.map((item) => (
            <label key={item}>
              <input
                type="radio"
                className="sr-only"
                name="mail-form"
                checked={item === form}
                onChange={() => setForm(item)}
              />
              {t(`account.mailbox.${item}`)}
            </label>
          ))}
        </fieldset>
        {link && (
          <a className="btn btn-g btn-sm ml-auto" href={link}>
            <ExternalLink className="ic" aria-hidden="true" />
            {t('account.mailbox.openLink')}
          </a>
        )}
      </div>
      {form === 'html' ? <MailFrame mail={mail} /> : <pre className="mbx-text">{mail.text}</pre>}
    </article>
  );
}

function MailHead({ mail }: { mail: MailboxMail }) {
  const { t, f } = usePhrases();
  return (
    <dl className="mh">
      <div>
        <dt>{t('account.mailbox.toWhom')}</dt>
        <dd>{mail.to}</dd>
      </div>
      <div>
        <dt>{t('account.mailbox.subject')}</dt>
        <dd className="text-ink-1 font-semibold">{mail.subject}</dd>
      </div>
      <div>
        <dt>{t('account.mailbox.at')}</dt>
        <dd className="tabular-nums">{f.moment(Date.parse(mail.queuedAt), serverClock.now())}</dd>
      </div>
    </dl>
  );
}

/**
 * Our content security policy also applies inside the frame and would block a style element: the
 * mail is styled by attributes.
 */
const framed = (html: string): string =>
  html.replace(/<style[\s\S]*?<\/style>/gi, '').replace(/<head[^>]*>/i, '$&<base target="_top">');

/** Scripts are disabled inside, and links open in place of this page. */
function MailFrame({ mail }: { mail: MailboxMail }) {
  const { t } = usePhrases();
  return (
    <iframe
      className="mfr"
      title={t('account.mailbox.frame', { subject: mail.subject })}
      sandbox="allow-top-navigation-by-user-activation"
      srcDoc={framed(mail.html)}
    />
  );
}
