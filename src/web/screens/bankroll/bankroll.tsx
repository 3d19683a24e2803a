import { LifeBuoy } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/use-signed-in.ts';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { LimitsCard } from './limits-card.tsx';
import { BankrollCalculator } from './bankroll-calculator.tsx';
import { TodayCard } from './today-card.tsx';
import { useFigures } from './use-figures.ts';
import { useOwnLimits } from './use-own-limits.ts';
import { useShare } from './use-share.ts';

export const meta = unlisted(
  pageTitle(
    ({ t }) => t('bankroll.title'),
    ({ t }) => t('bankroll.description'),
  ),
);

/**
 * How much to stake, which losing runs the balance survives, and when to stop; for signed-in users.
 */
export default function BankrollScreen() {
  const user = useSignedIn();
  if (!user) {
    return <PageLoader />;
  }
  return <Bankroll user={user} />;
}

function Bankroll({ user }: { user: User }) {
  const { t } = usePhrases();
  const flow = useOwnLimits();
  const figures = useFigures();
  const share = useShare(user.balance);
  useEffect(() => eventHub.hold(), []);
  return (
    <div className="wrap">
      <div className="ph">
        <div className="flex flex-col gap-1">
          <h1 className="h2">{t('bankroll.title')}</h1>
          <p className="text-14 text-ink-3">{t('bankroll.lead')}</p>
        </div>
      </div>
      <div className="app-g">
        <div className="flex flex-col gap-5 min-w-0">
          <BankrollCalculator user={user} figures={figures} share={share} />
        </div>
        <aside className="rail">
          <TodayCard flow={flow} balance={user.balance} stake={share.stake} payout={figures.payout} />
          <LimitsCard flow={flow} />
          <Help />
        </aside>
      </div>
    </div>
  );
}

function Help() {
  const { t, lang } = usePhrases();
  return (
    <div className="note">
      <LifeBuoy className="ic" aria-hidden="true" />
      <span>
        {t('bankroll.help.text')}{' '}
        <Link className="link" to={`${paths.terms(lang)}#risk`}>
          {t('bankroll.help.link')}
        </Link>
      </span>
    </div>
  );
}
