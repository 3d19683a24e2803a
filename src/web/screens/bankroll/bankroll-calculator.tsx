import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { stakeAt, stakeRule } from '#domain/signals/stake-rule.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { RuinCard } from './ruin-card.tsx';
import { percentText, StakeCard } from './stake-card.tsx';
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

const { minStake, share: ruleShare } = stakeRule;
/** Share at which the bar is full. */
const fullShare = 0.1;
const examples = [10, 25, 50, 100, 500] as const;
const poor = examples[0];

/** The broker's min stake as a share of the balance. `balance`: the trader's; null: unknown. */
function MinStakeCard({ balance }: { balance: number | null }) {
  const { t, f } = usePhrases();
  const own = balance !== null && balance >= minStake ? [balance] : [];
  const balances = [...new Set([...examples, ...own])].toSorted((a, b) => a - b);
  return (
    <section className="card overflow-hidden" aria-labelledby="least-title">
      <div className="card-h">
        <h2 id="least-title" className="h3">
          {t('bankroll.least.title', { least: f.usd(minStake) })}
        </h2>
      </div>
      <ul className="mint">
        {balances.map((one) => (
          <Row key={one} balance={one} isOwn={one === balance} />
        ))}
      </ul>
      <p className="text-14 mint-said">
        <Rich
          text={t('bankroll.least.text', {
            poor: f.usd(poor),
            share: f.percent(ruleShare),
            tooSmall: f.usd(stakeAt(poor, ruleShare)),
            enough: f.usd(minStake / ruleShare),
          })}
        />
      </p>
    </section>
  );
}

function Row({ balance, isOwn }: { balance: number; isOwn: boolean }) {
  const { t, f } = usePhrases();
  const share = minStake / balance;
  const isOver = share > ruleShare + 1e-9;
  const width = `${Math.min(100, (share / fullShare) * 100)}%`;
  const text = useRatioText(share / ruleShare);
  return (
    <li className={isOwn ? 'me' : undefined}>
      <span className="tabular-nums font-semibold text-ink-1">{f.usd(balance)}</span>
      <span className="bar" aria-hidden="true">
        <i style={{ width, background: isOver ? 'var(--loss)' : 'var(--t2)' }} />
        <u style={{ left: `${(ruleShare / fullShare) * 100}%` }} />
      </span>
      <span className={`tabular-nums font-semibold text-right ${isOver ? 'loss' : 'text-ink-1'}`}>
        {percentText(share, f.percent)}
      </span>
      <span className="text-14 text-ink-3">{isOwn ? t('bankroll.least.here', { text }) : text}</span>
    </li>
  );
}

function useRatioText(ratio: number): string {
  const { t, f } = usePhrases();
  if (Math.abs(ratio - 1) < 0.005) return t('bankroll.least.exact');
  if (ratio < 1) return t('bankroll.least.below');
  return Math.abs(ratio - 2) < 0.05
    ? t('bankroll.least.twice')
    : t('bankroll.least.times', { times: f.decimal(ratio, 1), count: Math.round(ratio * 10) / 10 });
}
