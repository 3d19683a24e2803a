import { useQuery } from '@tanstack/react-query';
import { ChevronUp, Circle, CircleCheck, CircleMinus, Scale, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { shownParts } from '#domain/statistics/shown-rate.ts';
import { roundToCents } from '#web/language/formats.ts';
import { Rich, Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { modelFiguresQuery } from '#web/record/figures.ts';
import { writeStored } from '#web/storage/stored.ts';
import { Button } from '#web/ui/button.tsx';
import { useArrivalFocus } from '#web/ui/focus.ts';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';
import { countdownText, useServerNow } from '../countdown.ts';
import { type ChaseEnd, chaseOdds, type ChaseOdds } from './chase-odds.ts';
import type { ChaseOffer } from './chase-offer.ts';
import { FirstStake, savedFirstStake, saveFirstStake } from './first-stake.tsx';

interface ChasePanelProps {
  readonly signal: Signal;
  readonly balance: number | null;
  readonly offer: Extract<ChaseOffer, { kind: 'open' }>;
  /** The id of the signal with which the chain began. */
  readonly chain: string;
  readonly onGo: () => void;
  readonly onStop: () => void;
}

/** The costs of a chase, before it can be requested. Stopping is the first button. */
export default function ChasePanel({ signal, balance, offer, chain, onGo, onStop }: ChasePanelProps) {
  const { t } = usePhrases();
  const heading = useArrivalFocus();
  const [firstStake, setFirstStake] = useState(() => savedFirstStake(chain, balance));
  const chance = useStepChance(signal);
  const { payout } = signal;
  const odds = chaseOdds({ ...offer, firstStake, payout, p: chance.p });
  return (
    <section className="card phone:[&_.btn]:w-full" id="chase" aria-labelledby="chase-title">
      <div className="card-h flex-nowrap">
        <div className="flex items-center gap-3">
          <TriangleAlert className="ic text-warn" />
          <h2 className="h3 focus:outline-none" id="chase-title" ref={heading} tabIndex={-1}>
            {t('flow.chase.title')}
          </h2>
        </div>
        <button
          type="button"
          className="ibtn bare -my-2 -mr-2.5"
          aria-label={t('flow.chase.collapse')}
          onClick={onStop}
        >
          <ChevronUp className="ic" />
        </button>
      </div>
      <div className="p-card flex flex-col gap-5">
        <p>
          {t(offer.lostStakes === 0 ? 'flow.chase.leadPractice' : 'flow.chase.lead', { pair: pairName(signal.symbol) })}
        </p>
        <FirstStake value={firstStake} onChange={setFirstStake} />
        <ChaseEnds odds={odds} p={chance.p} />
        <div className="note [&_b]:whitespace-nowrap">
          <Scale className="ic" />
          <ChaseMean signal={signal} odds={odds} chance={chance} />
        </div>
        <Consent
          odds={odds}
          balance={balance}
          until={offer.until}
          onGo={() => {
            saveFirstStake(chain, firstStake);
            onGo();
          }}
          onStop={onStop}
        />
      </div>
    </section>
  );
}

/** From 0 to 1: measured with enough outcomes, otherwise as the lost signal stated it. */
type StepChance =
  | { readonly kind: 'stated'; readonly p: number }
  | {
      readonly kind: 'measured';
      readonly p: number;
      readonly count: number;
      readonly low: number;
      readonly high: number;
    };

function useStepChance({ aiModel, passability }: Signal): StepChance {
  const figures = useQuery(modelFiguresQuery).data;
  const own = figures?.find((one) => one.model === aiModel)?.figures?.signals;
  if (!own || own.winRate === null || own.low === null || own.high === null)
    return { kind: 'stated', p: passability / 100 };
  return {
    kind: 'measured',
    p: own.winRate,
    count: own.successful + own.unsuccessful,
    low: own.low,
    high: own.high,
  };
}

/** Frequency and result of each end of a chain, against the certain cost of stopping. */
function ChaseEnds({ odds: { ends, stop }, p }: { odds: ChaseOdds; p: number }) {
  const { t, f } = usePhrases();
  const counts = shownParts(
    ends.map(({ chance }) => 100 * chance),
    100,
    0,
  );
  const [now = 0, next = 0] = counts;
  const dots = t('flow.chase.dots', { percent: f.percent(p, 1) });
  const hasNext = ends.length > 2;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-7 items-start phone:grid-cols-1 phone:gap-4.5">
      <div className="phone:grid phone:grid-cols-[auto_1fr] phone:gap-4 phone:items-end">
        <HundredDots won={now} wonLater={hasNext ? next : 0} size={152} label={dots} />
      </div>
      <ul>
        {ends.map((end, index) => (
          <li
            key={end.wonAt ?? 'lost'}
            className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-3 items-center leading-[1.4] border-b border-line py-2.75 first:pt-0"
          >
            <EndMark end={end} isFirst={index === 0} />
            <span>
              <b className="text-ink-1 font-semibold tabular-nums">
                {t('flow.chase.of100', { n: counts[index] ?? 0 })}
              </b>
              <EndNote end={end} isFirst={index === 0} hasNext={hasNext} />
            </span>
            <b
              className={`font-head text-[22px]/[1.2] font-[560] tracking-[-.02em] ${end.wonAt === null ? 'loss' : 'text-ink-1'}`}
            >
              {f.profit(roundToCents(end.total))}
            </b>
          </li>
        ))}
        <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-3 items-center leading-[1.4] mt-3.5 py-3 px-3.5 border border-(--line-2) rounded-md bg-s2">
          <CircleMinus className="ic text-ink-1" />
          <span>
            <b className="text-ink-1 font-semibold">{t('flow.chase.stop')}</b>
            <span className="text-14 block">{t('flow.chase.stopNote')}</span>
          </span>
          <b className="font-head text-[22px]/[1.2] font-[560] tracking-[-.02em] text-ink-1">{f.profit(stop)}</b>
        </li>
      </ul>
    </div>
  );
}

interface EndProps {
  readonly end: ChaseEnd;
  readonly isFirst: boolean;
}

function EndMark({ end, isFirst }: EndProps): ReactNode {
  if (end.wonAt === null) return <OutcomeMark shape="loss" className="size-4.5" />;
  const Mark = isFirst ? CircleCheck : Circle;
  return <Mark className="ic win" />;
}

function EndNote({ end: { wonAt, stake }, isFirst, hasNext }: EndProps & { hasNext: boolean }) {
  const { t, f } = usePhrases();
  const lost = t(hasNext ? 'flow.chase.lostBoth' : 'flow.chase.lostLast');
  const won = t(isFirst ? 'flow.chase.winNow' : 'flow.chase.winNext', { stake: f.usd(stake) });
  return <span className="text-14 block">{wonAt === null ? lost : won}</span>;
}

interface ChaseMeanProps {
  readonly signal: Signal;
  readonly odds: ChaseOdds;
  readonly chance: StepChance;
}

/** The mean result, compared with stopping, and the source of its probability. */
function ChaseMean({ signal, odds, chance }: ChaseMeanProps) {
  const { t, f } = usePhrases();
  const mean = t('flow.chase.mean', { mean: f.usd(odds.mean), stop: f.usd(odds.stop) });
  return (
    <span className="tabular-nums">
      <Rich text={mean} /> <ChanceSource signal={signal} chance={chance} />
    </span>
  );
}

function ChanceSource({ signal: { aiModel, breakEven }, chance }: Omit<ChaseMeanProps, 'odds'>) {
  const { t, f } = usePhrases();
  const model = aiModelName(aiModel);
  if (chance.kind === 'stated') return t('flow.chase.stated', { model, percent: f.percent(chance.p, 1) });
  const { p, count, low, high } = chance;
  const verdict = high < breakEven ? 'below' : low > breakEven ? 'above' : 'within';
  const measured = t('flow.chase.measured', {
    model,
    percent: f.percent(p, 1),
    n: f.count(count),
    low: f.exact(low * 100, 1),
    high: f.percent(high, 1),
  });
  return `${measured} ${t(`flow.chase.${verdict}`, { breakEven: f.percent(breakEven, 1) })}`;
}

interface ConsentProps {
  readonly odds: ChaseOdds;
  readonly balance: number | null;
  readonly until: number;
  readonly onGo: () => void;
  readonly onStop: () => void;
}

/** Enabled by a consent to the possible loss, never for a chain that exceeds the balance. */
function Consent({ odds, balance, until, onGo, onStop }: ConsentProps) {
  const { t, f } = usePhrases();
  const [hasSeen, setHasSeen] = useState(false);
  const left = until - useServerNow();
  const isTooDear = balance !== null && odds.atRisk > balance;
  const amounts = { more: f.usd(odds.atRisk), worst: f.usd(odds.atRisk - odds.stop) };
  return (
    <>
      {isTooDear ? (
        <p className="text-14 loss" role="status">
          {t('flow.chase.tooDear', { rest: f.usd(odds.atRisk), balance: f.usd(balance) })}
        </p>
      ) : (
        <label className="robot min-h-14 leading-[1.4]">
          <input type="checkbox" checked={hasSeen} onChange={() => setHasSeen(!hasSeen)} />
          <span className="cb" aria-hidden="true" />
          {balance === null
            ? t('flow.chase.seen', amounts)
            : t('flow.chase.seenOf', { ...amounts, balance: f.usd(balance) })}
        </label>
      )}
      <div className="grid grid-cols-2 phone:grid-cols-1 gap-3">
        <Button look="p" onClick={onStop} icon={CircleMinus} text={t('flow.chase.stopButton')} />
        <Button look="s" disabled={!hasSeen || isTooDear || left <= 0} onClick={onGo} text={t('flow.chase.go')} />
      </div>
      <p className="text-13 text-ink-3">
        {t('flow.chase.vanishes', { time: countdownText(left) })}{' '}
        <Tagged
          text={t('flow.chase.off')}
          a={(text) => (
            <button
              type="button"
              className="link-btn"
              onClick={() => {
                writeStored('chase', 'off');
                onStop();
              }}
            >
              {text}
            </button>
          )}
        />
      </p>
    </>
  );
}

interface HundredDotsProps {
  readonly won: number;
  /** Won on a later attempt, drawn as rings. */
  readonly wonLater?: number;
  readonly size: number;
  readonly label: string;
}

/** A hundred outcomes: full circles for wins, rings for later wins, squares for losses. */
const HundredDots = ({ won, wonLater = 0, size, label }: HundredDotsProps) => (
  <svg viewBox="0 0 200 200" width={size} height={size} role="img" aria-label={label}>
    {Array.from({ length: 100 }, (_, index) => {
      const [x, y] = [(index % 10) * 20 + 10, Math.floor(index / 10) * 20 + 10];
      if (index < won) return <circle key={index} cx={x} cy={y} r="7" fill="var(--win)" />;
      if (index < won + wonLater)
        return <circle key={index} cx={x} cy={y} r="6" fill="none" stroke="var(--win)" strokeWidth="2" />;
      return <rect key={index} x={x - 6} y={y - 6} width="12" height="12" rx="2.5" fill="var(--loss)" />;
    })}
  </svg>
);
