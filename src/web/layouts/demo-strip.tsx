import { FlaskConical, Inbox } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { Rich } from '../language/rich.tsx';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { useWorkingStats } from '../session/working-stats.ts';
import { useSiteSettings } from '../theme/site-settings.ts';

/**
 * States that the prices are not from a live market. Until the server has confirmed it, the strip
 * is rendered invisibly unless the page was served as a demo page (`data-demo`): inserting it late
 * would shift the layout.
 */
export function DemoStrip() {
  const { t } = usePhrases();
  const feed = useWorkingStats().data?.feed;
  if (feed?.live) return null;
  const { kind = 'simulated' } = feed ?? {};
  const named = kind === 'simulated' || kind === 'replay' ? kind : 'other';
  return (
    <section className={feed ? 'demo' : 'demo unsure'} aria-label={t('common.demo.label')}>
      <div className="wrap">
        <span className="chip warn">
          <FlaskConical className="ic" aria-hidden="true" />
          {t('common.demo.label')}
        </span>
        <p>
          <Rich text={t(`common.demo.${named}`)} />
        </p>
        <MailboxLink />
      </div>
    </section>
  );
}

/** Link to the stored mails of a demo, which are never sent. */
function MailboxLink() {
  const { t, lang } = usePhrases();
  const { pathname } = useLocation();
  if (!useSiteSettings()?.hasMailbox) return <span className="mailbox-place" aria-hidden="true" />;
  const isHere = pathname.startsWith(paths.mailbox(lang));
  return (
    <nav aria-label={t('common.demo.label')}>
      <Link
        aria-label={t('common.demo.mailbox')}
        to={paths.mailbox(lang)}
        className={isHere ? 'on' : ''}
        aria-current={isHere ? 'page' : undefined}
      >
        <Inbox className="ic" aria-hidden="true" />
        <span>{t('common.demo.mailbox')}</span>
      </Link>
    </nav>
  );
}
