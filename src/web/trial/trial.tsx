import { useState } from 'react';
import { brand } from 'virtual:brand';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { Button } from '../ui/button.tsx';
import { DirectionIcon } from '../ui/direction-icon.tsx';
import { BySize } from '../ui/figures/by-size.tsx';
import { useArrivalFocus } from '../ui/focus.ts';
import { OutcomeMark } from '../ui/outcome-mark.tsx';
import recordedRounds from './recorded-rounds.json' with { type: 'json' };

export interface TrialScore {
  readonly own: number;
  readonly of: number;
}

/** Minutes from the entry to the expiry. */
const duration = 5;

/**
 * Real one-minute mid quotes of a broker (github.com/NewYaroslav/binary.com_history_quotes, MIT) from
 * the months held out from the training of Kurs AI v2, of five minutes from 2018-10-02 on: its first
 * signal after 12:00 UTC of each weekday, of these the first six that won and the first four that lost,
 * because it won 56 of 100 by day. `closes`: of the bars from half an hour before the entry to the expiry.
 */
const rounds = recordedRounds.map(({ closes, ...round }) => ({
  ...round,
  before: closes.slice(0, -duration),
  after: closes.slice(-duration),
  wentUp: (closes.at(-1) ?? 0) > round.openPrice,
}));
type RecordedRound = (typeof rounds)[number];

interface TrialProps {
  readonly className?: string;
  readonly onScore?: (score: TrialScore) => void;
}

/** Up or down on recorded quotes, and the score beside the model's. Nothing is saved. */
export default function Trial({ className = '', onScore }: TrialProps) {
  const { t, f } = usePhrases();
  const [guesses, setGuesses] = useState<readonly boolean[]>([]);
  const [isAnswered, setIsAnswered] = useState(false);
  const index = isAnswered ? guesses.length - 1 : guesses.length;
  const round = rounds[index];
  if (!round) return null;
  const own = guesses.map((isUp, i) => isUp === rounds[i]?.wentUp);
  const models = guesses.map((_, i) => rounds[i]?.isUp === rounds[i]?.wentUp);
  const guess = (isUp: boolean): void => {
    setGuesses([...guesses, isUp]);
    setIsAnswered(true);
    onScore?.({ own: countRight([...own, isUp === round.wentUp]), of: own.length + 1 });
  };
  const isLast = guesses.length === rounds.length;
  return (
    <section
      className={`trial rounded-xl border border-(--line-2) bg-s1 shadow-[var(--e3)] overflow-hidden ${className}`}
      aria-label={t('home.trial.label')}
    >
      <div className="flex justify-between items-center gap-3 px-6 pt-5 phone:px-4.5 phone:pt-3.5">
        <span className="pair">{pairName(round.symbol)}</span>
        <span className="text-14 text-ink-3">
          {t('home.trial.recorded', { date: f.date(Date.parse(round.openedAt)) })}
        </span>
      </div>
      <RoundChart key={index} round={round} isAnswered={isAnswered} isRight={own[index] === true} />
      {/* The question and its answer take the same room, so that the button stays where it is. */}
      <div
        className="grid grid-rows-[56px_auto] items-center px-6 pt-1 pb-6 font-head text-20/[1.25] font-[560] text-ink-1 [&_.btn]:min-h-16 [&_.btn]:text-20 phone:px-4.5 phone:pt-0.5 phone:pb-4.5 phone:text-[17px] phone:[&_.btn]:min-h-15"
        aria-live="polite"
      >
        {isAnswered ? (
          <>
            <Answer round={round} isRight={own[index] === true} />
            {isLast ? <p className="text-14">{t('home.trial.end')}</p> : <Next onNext={() => setIsAnswered(false)} />}
          </>
        ) : (
          <>
            <p>{t('home.trial.question', { minutes: duration })}</p>
            <div className="grid grid-cols-2 gap-3">
              {[true, false].map((isUp) => (
                <button key={String(isUp)} type="button" className="btn btn-p" onClick={() => guess(isUp)}>
                  <DirectionIcon isUp={isUp} />
                  {t(isUp ? 'home.trial.up' : 'home.trial.down')}
                </button>
              ))}
            </div>
          </>
        )}
      </div>
      <div className="grid grid-cols-[auto_1fr_auto] gap-x-3.5 gap-y-2.5 items-center min-h-18 py-3.5 px-6 border-t border-line bg-s2 text-[length:var(--fs-14)] leading-[1.2] phone:py-3 phone:px-4.5">
        <Row who={t('home.trial.you')} rights={own} />
        <Row who={brand.name} rights={models} />
      </div>
    </section>
  );
}

const countRight = (rights: readonly boolean[]): number => rights.filter(Boolean).length;

interface RoundProps {
  readonly round: RecordedRound;
  readonly isRight: boolean;
}

function RoundChart({ round, isAnswered, isRight }: RoundProps & { readonly isAnswered: boolean }) {
  const { t } = usePhrases();
  const { symbol, openPrice, before, after } = round;
  const toText = (price: number): string => price.toFixed(priceDigits(symbol));
  const open = toText(openPrice);
  const close = toText(after.at(-1) ?? openPrice);
  const label = t(isAnswered ? 'home.trial.chartAnswered' : 'home.trial.chart', {
    pair: pairName(symbol),
    open,
    close,
  });
  const chart = { before, after: isAnswered ? after : null, openPrice, isRight, label };
  return (
    <BySize
      wide={<TrialChart {...chart} width={558} height={252} />}
      narrow={<TrialChart {...chart} width={356} height={176} />}
    />
  );
}

function Answer({ round: { wentUp, isUp, passability }, isRight }: RoundProps) {
  const { t } = usePhrases();
  const isModelRight = isUp === wentUp;
  const verdict = isRight ? (isModelRight ? 'bothRight' : 'ownRight') : isModelRight ? 'modelRight' : 'bothWrong';
  const direction = t(wentUp ? 'home.trial.up' : 'home.trial.down');
  return (
    <p className="[&>svg]:size-6 flex items-center gap-3">
      <OutcomeMark shape={isRight ? 'win' : 'loss'} />
      <span>{t(`home.trial.${verdict}`, { direction, chance: Math.round(passability) })}</span>
    </p>
  );
}

/** Takes the focus from the buttons that it replaces. */
function Next({ onNext }: { readonly onNext: () => void }) {
  const { t } = usePhrases();
  const button = useArrivalFocus<HTMLButtonElement>();
  return <Button ref={button} look="p block" onClick={onNext} text={t('home.trial.next')} />;
}

function Row({ who, rights }: { readonly who: string; readonly rights: readonly boolean[] }) {
  const { t } = usePhrases();
  return (
    <>
      <span>{who}</span>
      <span className="flex gap-1.5 [&>svg]:size-4" aria-hidden="true">
        {rounds.map(({ openedAt }, i) => {
          const isRight = rights[i];
          return isRight === undefined ? (
            <i key={openedAt} className="size-4 rounded-[50%] border-[1.5px] border-dashed border-(--line-3)" />
          ) : (
            <OutcomeMark key={openedAt} shape={isRight ? 'win' : 'loss'} />
          );
        })}
      </span>
      <b className="text-ink-1">
        {rights.length > 0 && t('home.trial.score', { right: countRight(rights), of: rights.length })}
      </b>
    </>
  );
}

interface TrialChartProps {
  /** Closes of one-minute bars up to the entry. */
  readonly before: readonly number[];
  /** Closes after the entry; null: not shown yet. */
  readonly after: readonly number[] | null;
  readonly openPrice: number;
  readonly isRight: boolean;
  readonly label: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const margin = 24;

/** The price up to the entry, and two ways from it; after the answer the way it took. */
function TrialChart({ before, after, openPrice, isRight, label, width, height }: TrialChartProps & Size) {
  const shown = [...before, openPrice, ...(after ?? [])];
  const reach = Math.max(...shown.map((price) => Math.abs(price - openPrice))) || 1;
  const middle = height / 2;
  const y = (price: number): number => middle - ((price - openPrice) / reach) * (middle - margin);
  const entry = width * (after ? 0.4 : 0.56);
  const end = width - margin;
  const past = [...before, openPrice].map((price, i) => ({ x: (entry * i) / before.length, y: y(price) }));
  const close = after?.at(-1) ?? openPrice;
  const isUp = close > openPrice;
  return (
    <svg className="block w-full h-auto" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path d={`M0 ${margin}H${width}M0 ${height - margin}H${width}`} stroke="var(--grid)" />
      {(!after || isUp) && <Half color="up" x={entry} y={0} width={width - entry} height={middle} />}
      {(!after || !isUp) && <Half color="down" x={entry} y={middle} width={width - entry} height={middle} />}
      <path d={`M0 ${middle}H${width}`} stroke="var(--entry)" strokeDasharray="5 4" />
      <path d={toPath(past)} fill="none" stroke="var(--t1)" strokeWidth="2.2" strokeLinejoin="round" />
      {after ? (
        <>
          <path
            className="[stroke-dasharray:1] animate-draw-line"
            pathLength="1"
            d={toPath(
              [openPrice, ...after].map((price, i) => ({ x: entry + ((end - entry) * i) / after.length, y: y(price) })),
            )}
            fill="none"
            stroke={isUp ? 'var(--up-solid)' : 'var(--down-solid)'}
            strokeWidth="2.6"
            strokeLinejoin="round"
          />
          <path d={`M${end} 0V${height}`} stroke="var(--t1)" strokeWidth="2" />
          <g transform={`translate(${end - 8} ${y(close) - 8})`}>
            <OutcomeMark shape={isRight ? 'win' : 'loss'} />
          </g>
        </>
      ) : (
        <>
          <Way color="up" from={entry} to={end - 24} y={middle} rise={-middle / 2} />
          <Way color="down" from={entry} to={end - 24} y={middle} rise={middle / 2} />
        </>
      )}
      <circle cx={entry} cy={middle} r="5.5" fill="var(--s1)" stroke="var(--t1)" strokeWidth="2.2" />
    </svg>
  );
}

type Color = 'up' | 'down';

const Half = ({ color, ...area }: { color: Color; x: number; y: number; width: number; height: number }) => (
  <rect {...area} fill={`var(--${color}-solid)`} opacity=".14" />
);

interface WayProps {
  readonly color: Color;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly rise: number;
}

/** A dotted curve with an arrowhead. */
function Way({ color, from, to, y, rise }: WayProps) {
  const tip = y + rise;
  const back = rise < 0 ? 1 : -1;
  return (
    <g fill="none" stroke={`var(--${color})`} strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
      <path d={`M${from + 12} ${y + rise / 8}Q${(from + to) / 2} ${y + rise / 4} ${to} ${tip}`} strokeDasharray="2 6" />
      <path d={`M${to - 12} ${tip + back}L${to} ${tip}L${to - 5} ${tip + 11 * back}`} />
    </g>
  );
}

const toPath = (points: readonly { x: number; y: number }[]): string =>
  `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
