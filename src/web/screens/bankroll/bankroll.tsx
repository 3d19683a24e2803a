import { LifeBuoy, Wallet } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { acceptedStakeAt, stakeAt, stakeRule, survivedLosses } from '#domain/signals/stake-rule.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/next-step.ts';
import { useEventStream } from '#web/session/use-event-stream.ts';
import { findMinBalance, useWorkingStats } from '#web/session/working-stats.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';
import { usePayout } from '#web/theme/site-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/card.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { type Funds, percentText, RuinCard } from './ruin-card.tsx';
import { TodayCard } from './today-card.tsx';

export const meta = unlisted(
  pageTitle(
    ({ t }) => t('common.header.bankroll'),
    ({ t }) => t('bankroll.description'),
  ),
);

/** How much to stake, the chance of ruin at that stake, and a stop for today; for signed-in users. */
export default function BankrollScreen() {
  const user = useSignedIn();
  return user ? <Bankroll user={user} /> : <PageLoader />;
}

function Bankroll({ user }: { user: User }) {
  const { t, lang } = usePhrases();
  const minBalance = findMinBalance(useWorkingStats());
  useEventStream();
  return (
    <div className="wrap">
      <PageHead title={t('common.header.bankroll')} lead={t('bankroll.lead')} />
      <div className="grid grid-cols-[minmax(0,1fr)_376px] gap-gutter items-start tablet:grid-cols-1">
        <div className="flex flex-col gap-5 min-w-0">
          {user.balance === null && <UnknownBalance />}
          {user.balance !== null && minBalance === null && <span className="sk block h-180" aria-hidden="true" />}
          {user.balance !== null && minBalance !== null && (
            <Calculator balance={user.balance} minBalance={minBalance} />
          )}
        </div>
        <aside className="flex flex-col gap-4 sticky top-24 tablet:static tablet:grid tablet:grid-cols-[1fr_1fr] tablet:items-stretch phone:flex">
          <TodayCard />
          <Note icon={LifeBuoy}>
            {t('bankroll.help.text')} <TextLink to={`${paths.terms(lang)}#risk`} text={t('bankroll.help.link')} />
          </Note>
        </aside>
      </div>
    </div>
  );
}

function UnknownBalance() {
  const { t, lang } = usePhrases();
  return (
    <section className="card p-card flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <Wallet className="ic text-ink-3" />
        <h2 className="h3">{t('bankroll.unknown.title')}</h2>
      </div>
      <p>{t('bankroll.unknown.text')}</p>
      <Button
        look="p"
        className="self-start"
        to={paths.enterId(lang, paths.bankroll(lang))}
        text={t('bankroll.unknown.action')}
      />
    </section>
  );
}

/** `balance`: as the broker reported it. */
function Calculator({ balance, minBalance }: Pick<Funds, 'balance' | 'minBalance'>) {
  const [share, setShare] = useState<number>(() => readStored('stakeShare') ?? stakeRule.share);
  const funds: Funds = { balance, payout: usePayout(), minBalance };
  const stake = acceptedStakeAt(balance, share);
  return (
    <>
      <StakeCard funds={funds} share={share} stake={stake} onChoose={setShare} />
      <RuinCard funds={funds} share={share} stake={stake} />
    </>
  );
}

interface StakeCardProps {
  readonly funds: Funds;
  /** The stake as a share of the balance. */
  readonly share: number;
  /** Dollars; the broker's minimum stake if the share is less. */
  readonly stake: number;
  readonly onChoose: (share: number) => void;
}

const range = { min: 0.5, max: 10, step: 0.5 } as const;

/** The stake by the rule, a slider to deviate from it, and the losing run it survives. */
function StakeCard({ funds, share, stake, onChoose }: StakeCardProps) {
  const { t, f } = usePhrases();
  const percent = percentText(share, f.percent);
  const where = (value: number): string => `${((value - range.min) / (range.max - range.min)) * 100}%`;
  return (
    <section className="card" aria-labelledby="stake-title">
      <div className="grid grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] [&>*+*]:border-l [&>*+*]:border-line phone:grid-cols-1 phone:[&>*+*]:border-l-0 phone:[&>*+*]:border-t">
        <div className="p-card flex flex-col gap-4">
          <h2 id="stake-title" className="lab font-(family-name:--font-text) font-normal tracking-[0]">
            {t(share === stakeRule.share ? 'bankroll.stake.rule' : 'bankroll.stake.title', { share: percent })}
          </h2>
          <div className="stk-sum flex flex-wrap items-baseline gap-3.5">
            <output
              htmlFor="stake-share"
              className={`font-head text-[64px]/none font-[560] tracking-[-.04em] ${share > stakeRule.share ? 'loss' : 'text-ink-1'}`}
            >
              {f.usd(stake)}
            </output>
            <span className="text-ink-3">{t('bankroll.stake.of', { balance: f.usd(funds.balance) })}</span>
          </div>
          <div>
            <input
              className="slider"
              id="stake-share"
              type="range"
              {...range}
              value={share * 100}
              aria-label={t('bankroll.stake.slider')}
              aria-valuetext={t('bankroll.stake.value', { share: percent, stake: f.usd(stake) })}
              style={{ '--at': where(share * 100) } as Record<string, string>}
              onChange={({ target }) => onChoose(Number(target.value) / 100)}
            />
            <div className="relative h-5 mt-1 text-13 text-ink-3 tabular-nums" aria-hidden="true">
              <span className="absolute [transform:translateX(-50%)]" style={{ left: where(stakeRule.share * 100) }}>
                {f.percent(stakeRule.share)}
              </span>
              <span className="absolute [transform:translateX(-50%)]" style={{ left: where(5) }}>
                {f.percent(0.05)}
              </span>
              <span className="absolute right-0">{f.percent(0.1)}</span>
            </div>
          </div>
          {stakeAt(funds.balance, share) < stakeRule.minStake && (
            <p className="text-14 text-warn">
              {t('bankroll.stake.least', {
                least: f.usd(stakeRule.minStake),
                share: percentText(stakeRule.minStake / funds.balance, f.percent),
              })}
            </p>
          )}
          <Rule share={share} />
        </div>
        <dl className="dl p-card phone:py-2">
          <Fact name={t('bankroll.stake.survives')}>
            {t('bankroll.stake.inARow', { n: survivedLosses({ ...funds, stake }) })}
          </Fact>
          <Fact name={t('bankroll.stake.brokerLeast')}>{f.usd(stakeRule.minStake)}</Fact>
        </dl>
      </div>
    </section>
  );
}

/** The slider explores; only this button sets the rule, whose stake is shown beside every signal. */
function Rule({ share }: { share: number }) {
  const { t, f } = usePhrases();
  const [rule, setRule] = useState(() => readStored('stakeShare'));
  const makeRule = (): void => {
    writeStored('stakeShare', share);
    setRule(share);
  };
  return (
    <div className="flex items-center flex-wrap gap-x-4 gap-y-2">
      <Button look="s sm" disabled={share === rule} onClick={makeRule} text={t('bankroll.stake.makeRule')} />
      <span role="status" className="text-14 text-ink-3">
        {rule === null
          ? t('bankroll.stake.noRule')
          : t('bankroll.stake.ownRule', { share: percentText(rule, f.percent) })}
      </span>
    </div>
  );
}
