import { useEffect, useRef } from 'react';
import type { ReplayedForecast } from '#contract/record/views.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { ReplayChart } from '../replay-chart.tsx';
import { replayGeometry, size } from '../replay-geometry.ts';
import { type Guess, moved, untilEntry } from './moved.ts';

interface RoundProps {
  readonly forecast: ReplayedForecast;
  readonly guess: Guess | null;
  readonly isLast: boolean;
  /** Right guesses in a row, this one included. */
  readonly streak: number;
  readonly onGuess: (guess: Guess) => void;
  readonly onNext: () => void;
}

/** The chart up to the entry and two buttons; after the guess the model's answer and the result. */
export function Round({ forecast, guess, isLast, streak, onGuess, onNext }: RoundProps) {
  const { t } = usePhrases();
  const { symbol, digits, duration, openPrice, closePrice, isPlayed } = forecast;
  const pair = pairName(symbol);
  const known = { pair, open: openPrice.toFixed(digits) };
  return (
    <>
      <p className="text-14 text-ink-3">
        {t('home.trial.question', { pair, minutes: duration })} {isPlayed && t('home.trial.played')}
      </p>
      {guess ? (
        <ReplayChart
          replay={forecast}
          isPlayed
          label={t('home.replay.chart', { ...known, close: closePrice.toFixed(digits) })}
        />
      ) : (
        <EntryChart forecast={forecast} label={t('home.trial.chart', known)} />
      )}
      <div className="trial-answer" aria-live="polite">
        {guess && <Answer forecast={forecast} guess={guess} streak={streak} />}
      </div>
      {guess ? <Next isLast={isLast} onNext={onNext} /> : <Choice onGuess={onGuess} />}
    </>
  );
}

function Choice({ onGuess }: Pick<RoundProps, 'onGuess'>) {
  const { t } = usePhrases();
  return (
    <div className="trial-choice">
      {(['up', 'down'] as const).map((guess) => (
        <button key={guess} type="button" className={`btn btn-s btn-lg ${guess}`} onClick={() => onGuess(guess)}>
          <DirectionIcon isUp={guess === 'up'} />
          {t(`home.trial.${guess}`)}
        </button>
      ))}
    </div>
  );
}

interface AnswerProps extends Pick<RoundProps, 'forecast' | 'streak'> {
  readonly guess: Guess;
}

function Answer({ forecast, guess, streak }: AnswerProps) {
  const { t, f } = usePhrases();
  const { aiModel, direction, passability, result } = forecast;
  const said = {
    model: aiModelName(aiModel),
    direction: t(direction === 'BUY' ? 'home.replay.up' : 'home.replay.down'),
    percent: f.percent(passability / 100, 1),
  };
  return (
    <p className="flex items-center gap-3 flex-wrap">
      <b className="text-ink-1">{t(`home.trial.${whoWasRight(forecast, guess)}`, { model: aiModelName(aiModel) })}</b>
      <span>{t('home.trial.model', said)}</span>
      <span className={`chip ${outcomeStyle[result]}`}>
        <OutcomeMark shape={outcomeStyle[result]} />
        {t(`home.result.${result}`)}
      </span>
      {streak > 1 && <span className="chip">{t('home.trial.streak', { n: streak })}</span>}
    </p>
  );
}

function whoWasRight(forecast: ReplayedForecast, guess: Guess) {
  const actual = moved(forecast);
  if (actual === null) return 'tie';
  const isModelRight = forecast.result === 'successful';
  if (actual === guess) return isModelRight ? 'bothRight' : 'ownRight';
  return isModelRight ? 'modelRight' : 'bothWrong';
}

/** Takes the focus from the buttons that it replaces. */
function Next({ isLast, onNext }: Pick<RoundProps, 'isLast' | 'onNext'>) {
  const { t } = usePhrases();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" className="btn btn-p btn-lg" onClick={onNext}>
      {t(isLast ? 'home.trial.toScore' : 'home.trial.next')}
    </button>
  );
}

/** The price up to the entry; the time to the expiry is left empty. */
function EntryChart({ forecast, label }: { readonly forecast: ReplayedForecast; readonly label: string }) {
  const { before, entry, end } = replayGeometry(untilEntry(forecast));
  return (
    <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <path d={`M0 60H${size.width}M0 120H${size.width}M0 180H${size.width}`} stroke="var(--grid)" />
      <path d={`M${end.x} 0V${size.height}`} stroke="var(--t2)" strokeDasharray="3 4" />
      <path d={`M0 ${entry.y}H${size.width}`} stroke="var(--entry)" strokeDasharray="5 5" />
      <path
        d={`M${before.map(({ x, y }) => `${x} ${y}`).join('L')}`}
        fill="none"
        stroke="var(--t2)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx={entry.x} cy={entry.y} r="5" fill="var(--s1)" stroke="var(--t1)" strokeWidth="2.5" />
    </svg>
  );
}
