import { LifeBuoy, Wallet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import type { LimitsAnswer } from '#contract/limits.ts';
import { type LimitName, limitNames, type OwnLimits } from '#domain/signals/own-limits.ts';
import { stakeAt, stakeRule } from '#domain/signals/stake-rule.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { Rich } from '#web/language/rich.tsx';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/next-step.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { RuinCard } from './ruin-card.tsx';
import { percentText, StakeCard } from './stake-card.tsx';
import { TodayCard } from './today-card.tsx';
import { type BankrollFigures, useFigures } from './use-figures.ts';
import { type OwnLimitsState, useOwnLimits } from './use-own-limits.ts';
import { type ShareChoice, useShare } from './use-share.ts';

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
  return user ? <Bankroll user={user} /> : <PageLoader />;
}

function Bankroll({ user }: { user: User }) {
  const { t } = usePhrases();
  const flow = useOwnLimits();
  const figures = useFigures();
  const share = useShare(user.balance);
  useEffect(() => eventHub.hold(), []);
  return (
    <div className="wrap">
      <PageHead title={t('bankroll.title')} lead={t('bankroll.lead')} />
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

interface BankrollCalculatorProps {
  readonly user: User;
  readonly figures: BankrollFigures;
  readonly share: ShareChoice;
}

/** Calculations for the balance reported by the broker; without one, only for the min stake. */
function BankrollCalculator({ user: { balance }, figures, share }: BankrollCalculatorProps) {
  if (balance === null || share.stake === null) {
    return (
      <>
        <UnknownBalance />
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

const { minStake, share: ruleShare } = stakeRule;

const examples = [10, 25, 50, 100, 500] as const;
const poor = examples[0];

/** The broker's min stake as a share of the balance. `balance`: the trader's; null: unknown. */
function MinStakeCard({ balance }: { balance: number | null }) {
  const { t, f } = usePhrases();
  const own = balance !== null && balance >= minStake ? [balance] : [];
  const balances = [...new Set([...examples, ...own])].toSorted((a, b) => a - b);
  return (
    <Card
      className="overflow-hidden"
      title={t('bankroll.least.title', { least: f.usd(minStake) })}
      titleId="least-title"
    >
      <ul className="mint">
        {balances.map((one) => (
          <BalanceRow key={one} balance={one} isOwn={one === balance} />
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
    </Card>
  );
}

/** Share at which the bar is full. */
const fullShare = 0.1;

function BalanceRow({ balance, isOwn }: { balance: number; isOwn: boolean }) {
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

/**
 * A limit is lowered at once and raised from tomorrow on: tomorrow's value is shown next to
 * today's.
 */
export function LimitsCard({ flow }: { flow: OwnLimitsState }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [message, setMessage] = useState('');
  /** Optimistic update until the newest request has ended. */
  const [request, setRequest] = useState<OwnLimits | null>(null);
  /** One request at a time: each holds all limits, and the server must receive the newest last. */
  const sending = useRef(Promise.resolve());
  const { answer } = flow;
  const send = (limits: OwnLimits): Promise<void> =>
    flow
      .change(limits)
      .then(({ next }) => setMessage(t(next ? 'bankroll.limits.savedNext' : 'bankroll.limits.saved')))
      .catch((error: unknown) => setMessage(t('bankroll.limits.failed', { reason: errorText(error) })))
      .finally(() => setRequest((newest) => (newest === limits ? null : newest)));
  const change = (limits: OwnLimits): void => {
    setRequest(limits);
    sending.current = sending.current.then(() => send(limits));
  };
  return (
    <Card title={t('bankroll.limits.title')} titleId="limits-title" headingClass="h4">
      <div className="own-limits">
        {answer ? (
          limitNames.map((name) => (
            <LimitRow key={name} name={name} answer={answer} request={request} onChange={change} />
          ))
        ) : (
          <span className="sk today-wait" aria-hidden="true" />
        )}
        <p className="text-13 text-ink-3">{t('bankroll.limits.note')}</p>
        <p className="text-13 text-ink-3">{t('bankroll.limits.money')}</p>
        <p className="text-13 text-ink-1" role="status">
          {message}
        </p>
      </div>
    </Card>
  );
}

const limitChoices: Record<LimitName, readonly number[]> = {
  lossesInARow: [1, 2, 3, 4, 5, 7, 10],
  lossesADay: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20],
  signalsADay: [1, 3, 5, 8, 10, 12, 15, 20, 30, 50, 100],
};
/** Initial value of a limit when it is switched on. */
const usualLimits: OwnLimits = { lossesInARow: 3, lossesADay: 5, signalsADay: 12 };

interface LimitRowProps {
  readonly name: LimitName;
  readonly answer: LimitsAnswer;
  readonly request: OwnLimits | null;
  readonly onChange: (limits: OwnLimits) => void;
}

function LimitRow({ name, answer: { limits, next }, request, onChange }: LimitRowProps) {
  const { t, f } = usePhrases();
  // The requested value: already in force, or from tomorrow on.
  const requested = request ?? next?.limits ?? limits;
  const value = requested[name];
  const label = t(`bankroll.limits.${name}`);
  const choose = (one: number | null): void => onChange({ ...requested, [name]: one });
  const options = [...new Set([...limitChoices[name], ...(value === null ? [] : [value])])].toSorted((a, b) => a - b);
  const isLater = next !== null && next.limits[name] !== limits[name];
  return (
    <div className="own-limit">
      <span className="text-ink-2">{label}</span>
      {isLater && (
        <span className="text-13 text-ink-3">
          {t('bankroll.limits.next', {
            date: f.date(Date.parse(next.from)),
            value: value === null ? t('bankroll.limits.off') : f.count(value),
          })}
        </span>
      )}
      <span className="flex items-center gap-3">
        <b className="tabular-nums text-ink-1">{isLater ? f.count(limits[name] ?? 0) : null}</b>
        {value !== null && (
          <Select
            label={t('bankroll.limits.choose', { name: label })}
            value={value}
            options={options.map((one) => [one, one])}
            onChoose={(one) => choose(Number(one))}
          />
        )}
        <input
          type="checkbox"
          className="swi"
          checked={value !== null}
          aria-label={label}
          onChange={() => choose(value === null ? usualLimits[name] : null)}
        />
      </span>
    </div>
  );
}

function Help() {
  const { t, lang } = usePhrases();
  return (
    <Note icon={LifeBuoy}>
      {t('bankroll.help.text')} <TextLink to={`${paths.terms(lang)}#risk`} text={t('bankroll.help.link')} />
    </Note>
  );
}
