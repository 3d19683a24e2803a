import { Link } from 'react-router';
import type { z } from 'zod';
import type { MailboxItems } from '#contract/accounts.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

interface MailListProps {
  readonly mails: z.infer<typeof MailboxItems>['items'];
  readonly chosen: string | undefined;
  /** The filter is kept while browsing mails. */
  readonly to: string | null;
}

export function MailList({ mails, chosen, to }: MailListProps) {
  const { t, f } = usePhrases();
  return (
    <ul className="ml" aria-label={t('account.mailbox.list')}>
      {mails.map((mail) => (
        <li key={mail.id} className={mail.id === chosen ? 'on' : undefined}>
          <Link
            to={{ search: new URLSearchParams({ ...(to && { to }), mail: mail.id }).toString() }}
            aria-current={mail.id === chosen ? 'true' : undefined}
            lang={mail.lang}
          >
            <span className="flex items-center gap-3 justify-between">
              <b>{mail.subject}</b>
              <span className="text-13 text-ink-3 tabular-nums whitespace-nowrap">
                {f.moment(Date.parse(mail.queuedAt), serverClock.now())}
              </span>
            </span>
            <span className="text-13 text-ink-3 wrap-anywhere">{t('account.mailbox.to', { email: mail.to })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
