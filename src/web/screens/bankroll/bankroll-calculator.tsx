import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { MinStakeCard } from './min-stake-card.tsx';
import { RuinCard } from './ruin-card.tsx';
import { StakeCard } from './stake-card.tsx';
import type { BankrollFigures } from './use-figures.ts';
import type { ShareChoice } from './use-share.ts';

interface BankrollCalculatorProps {
  readonly user: User;
  readonly figures: BankrollFigures;
  readonly share: ShareChoice;
}

/** Calculations for the balance reported by the broker; without one, only for the min stake. */
export function BankrollCalculator({ user: { balance }, figures, share }: BankrollCalculatorProps) {
  if (balance === null || share.stake === null) {
    return (
      <>
        <Unknown />
        <MinStakeCard balance={null} />
      </>
    );
  }
  const funds = { balance, payout: figures.payout, minBalance: figures.minBalance };
  return (
    <>
      <StakeCard funds={funds} share={share} stake={share.stake} longestLosses={figures.longestLosses} />
      <RuinCard funds={funds} stake={share.stake} share={share.share} rates={figures.rates} />
      <MinStakeCard balance={balance} />
    </>
  );
}

function Unknown() {
  const { t, lang } = usePhrases();
  return (
    <section className="card p-card flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <Wallet className="ic text-ink-3" aria-hidden="true" />
        <h2 className="h3">{t('bankroll.unknown.title')}</h2>
      </div>
      <p>{t('bankroll.unknown.text')}</p>
      <Link className="btn btn-p self-start" to={paths.enterId(lang, paths.bankroll(lang))}>
        {t('bankroll.unknown.action')}
      </Link>
    </section>
  );
}
