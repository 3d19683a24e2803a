import { useState } from 'react';
import { brand } from '#domain/brand.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { BySize } from '#web/ui/figures/by-size.tsx';
import { useArrivalFocus } from '#web/ui/focus.ts';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';
import recordedRounds from './recorded-rounds.json' with { type: 'json' };
import { TrialChart } from './trial-chart.tsx';

export interface TrialScore {
  readonly own: number;
  readonly of: number;
}

/** Minutes from the entry to the expiry. */
const duration = 5;

/**
 * Real one-minute mid quotes of a broker (github.com/NewYaroslav/binary.com_history_quotes, MIT) from
 * the months held out from the training of Kurs AI v2 (`npm run forecast -- --model kurs_ai_v2
 * --duration 5 --from 2018-10-02`): its first signal after 12:00 UTC of each weekday, of these the
 * first six that won and the first four that lost, because it won 56 of 100 by day. `closes`: of
 * the bars from half an hour before the entry to the expiry.
 */
const rounds = recordedRounds.map(({ closes, ...round }) => ({
  ...round,
  before: closes.slice(0, -duration),
  after: closes.slice(-duration),
  wentUp: (closes.at(-1) ?? 0) > round.openPrice,
}));
type RecordedRound = (typeof rounds)[number];

interface TrialProps {
  readonly onScore?: (score: TrialScore) => void;
}

/** Up or down on recorded quotes, and the score beside the model's. Nothing is saved. */
export default function Trial({ onScore }: TrialProps) {
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
    <section className="trial" aria-label={t('home.trial.label')}>
      <div className="trial-head">
        <span className="pair">{pairName(round.symbol)}</span>
        <span className="text-14 text-ink-3">
          {t('home.trial.recorded', { date: f.date(Date.parse(round.openedAt)) })}
        </span>
      </div>
      <RoundChart key={index} round={round} isAnswered={isAnswered} isRight={own[index] === true} />
      <div className="trial-ask" aria-live="polite">
        {isAnswered ? (
          <>
            <Answer round={round} isRight={own[index] === true} />
            {isLast ? <p className="text-14">{t('home.trial.end')}</p> : <Next onNext={() => setIsAnswered(false)} />}
          </>
        ) : (
          <>
            <p>{t('home.trial.question', { minutes: duration })}</p>
            <div className="trial-choice">
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
      <div className="trial-score">
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
    <p className="flex items-center gap-3">
      <OutcomeMark shape={isRight ? 'win' : 'loss'} />
      <span>{t(`home.trial.${verdict}`, { direction, brand: brand.name, chance: Math.round(passability) })}</span>
    </p>
  );
}

/** Takes the focus from the buttons that it replaces. */
function Next({ onNext }: { readonly onNext: () => void }) {
  const { t } = usePhrases();
  const button = useArrivalFocus<HTMLButtonElement>();
  return <Button ref={button} look="p block" className="trial-next" onClick={onNext} text={t('home.trial.next')} />;
}

function Row({ who, rights }: { readonly who: string; readonly rights: readonly boolean[] }) {
  const { t } = usePhrases();
  return (
    <>
      <span>{who}</span>
      <span className="beads" aria-hidden="true">
        {rounds.map(({ openedAt }, i) => {
          const isRight = rights[i];
          return isRight === undefined ? (
            <i key={openedAt} />
          ) : (
            <OutcomeMark key={openedAt} shape={isRight ? 'win' : 'loss'} />
          );
        })}
      </span>
      <b>{rights.length > 0 && t('home.trial.score', { right: countRight(rights), of: rights.length })}</b>
    </>
  );
}
