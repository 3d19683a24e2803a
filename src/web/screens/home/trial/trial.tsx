import { type ReactNode, useState } from 'react';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { carry } from '#web/session/carried.ts';
import { useIsMember } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { useArrivalFocus } from '#web/ui/focus.ts';
import { OutcomeChip } from '#web/ui/outcome-mark.tsx';
import { recordedRounds, toReplay } from '../recorded-rounds.ts';
import { ReplayChart, type Replayed } from '../replay-chart.tsx';

const roundsInSet = 3;

type Guess = 'up' | 'down';

/** Without the first one, whose outcome the card above may show. */
const forecasts = recordedRounds.slice(1).map(toReplay);

/** Guesses on recorded quotes, then how the models did on the same. Nothing is saved. */
export default function Trial() {
  const { t } = usePhrases();
  const [guesses, setGuesses] = useState<readonly Guess[]>([]);
  const [round, setRound] = useState(0);
  /** How many rounds are played until the score. */
  const [until, setUntil] = useState(Math.min(roundsInSet, forecasts.length));
  const played = forecasts.slice(0, until);
  const forecast = played[round];
  if (!forecast) {
    const more = Math.min(roundsInSet, forecasts.length - until);
    return (
      <Score
        own={played.map((one, index) => moved(one) === guesses[index])}
        models={played.map(({ result }) => result === 'successful')}
        more={more}
        onMore={() => setUntil(until + more)}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <FocusedHeading key={round}>{t('home.trial.round', { n: round + 1, of: until })}</FocusedHeading>
      <Round
        forecast={forecast}
        guess={guesses[round] ?? null}
        isLast={round === until - 1}
        streak={countStreak(guesses.map((guess, index) => guess === moved(forecasts[index] ?? forecast)))}
        onGuess={(guess) => setGuesses([...guesses, guess])}
        onNext={() => setRound(round + 1)}
      />
    </div>
  );
}

interface ScoreProps {
  readonly own: readonly boolean[];
  readonly models: readonly boolean[];
  /** How many more forecasts there are to guess. */
  readonly more: number;
  readonly onMore: () => void;
}

/** Who was right how often; registering takes the score along. */
function Score({ own, models, more, onMore }: ScoreProps) {
  const { t, lang } = usePhrases();
  const isMember = useIsMember();
  const score = { own: own.filter(Boolean).length, of: own.length };
  return (
    <div className="flex flex-col gap-4">
      <FocusedHeading>{t('home.trial.score', { ...score, models: models.filter(Boolean).length })}</FocusedHeading>
      <p>{t('home.trial.scoreText')}</p>
      <div className="flex flex-wrap gap-3">
        {isMember ? (
          <Button look="p lg" to={paths.signal(lang)} text={t('home.toSignals')} />
        ) : (
          <Button look="p lg" to={paths.register(lang)} {...carry({ score })} text={t('home.register')} />
        )}
        {more > 0 && <Button look="s lg" onClick={onMore} text={t('home.trial.more', { count: more })} />}
        <Button look="g lg" to={paths.record(lang)} text={t('home.toRecord')} />
      </div>
    </div>
  );
}

/** Takes the focus, because the button that led here is gone. */
function FocusedHeading({ children }: { readonly children: ReactNode }) {
  const heading = useArrivalFocus();
  return (
    <h3 ref={heading} className="h3" tabIndex={-1}>
      {children}
    </h3>
  );
}

interface RoundProps {
  readonly forecast: Replayed;
  readonly guess: Guess | null;
  readonly isLast: boolean;
  /** Right guesses in a row, this one included. */
  readonly streak: number;
  readonly onGuess: (guess: Guess) => void;
  readonly onNext: () => void;
}

/** The chart up to the entry and two buttons; after the guess the model's answer and the result. */
function Round({ forecast, guess, isLast, streak, onGuess, onNext }: RoundProps) {
  const { t, f } = usePhrases();
  const { symbol, digits, duration, openPrice, openedAt, closePrice } = forecast;
  const pair = pairName(symbol);
  const known = { pair, open: openPrice.toFixed(digits) };
  return (
    <>
      <p className="text-14 text-ink-3">
        {t('home.trial.question', { pair, minutes: duration })}{' '}
        {t('home.replay.recorded', { date: f.date(Date.parse(openedAt)) })}
      </p>
      {guess ? (
        <ReplayChart
          replay={forecast}
          outcome="played"
          label={t('home.replay.chart', { ...known, close: closePrice.toFixed(digits) })}
        />
      ) : (
        <ReplayChart replay={untilEntry(forecast)} outcome="hidden" label={t('home.trial.chart', known)} />
      )}
      <div className="trial-answer" aria-live="polite">
        {guess && <Answer forecast={forecast} guess={guess} streak={streak} />}
      </div>
      {guess ? <Next isLast={isLast} onNext={onNext} /> : <Choice onGuess={onGuess} />}
    </>
  );
}

/** The forecast without anything after its entry: its chart must not show the outcome. */
export function untilEntry(forecast: Replayed): Replayed {
  const opened = Date.parse(forecast.openedAt);
  const closes = forecast.closes.filter(({ at }) => Date.parse(at) <= opened);
  return { ...forecast, closes, closePrice: forecast.openPrice };
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
      <OutcomeChip result={result} />
      {streak > 1 && <span className="chip">{t('home.trial.streak', { n: streak })}</span>}
    </p>
  );
}

function whoWasRight(forecast: Replayed, guess: Guess) {
  const actual = moved(forecast);
  if (actual === null) return 'tie';
  const isModelRight = forecast.result === 'successful';
  if (actual === guess) return isModelRight ? 'bothRight' : 'ownRight';
  return isModelRight ? 'modelRight' : 'bothWrong';
}

/** Where the price closed against its entry; null: a tie. */
export function moved({ direction, result }: Pick<Replayed, 'direction' | 'result'>): Guess | null {
  if (result === 'neutral') return null;
  return (direction === 'BUY') === (result === 'successful') ? 'up' : 'down';
}

/** Takes the focus from the buttons that it replaces. */
function Next({ isLast, onNext }: Pick<RoundProps, 'isLast' | 'onNext'>) {
  const { t } = usePhrases();
  const button = useArrivalFocus<HTMLButtonElement>();
  return (
    <Button ref={button} look="p lg" onClick={onNext} text={t(isLast ? 'home.trial.toScore' : 'home.trial.next')} />
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

/** Right ones in a row at the end. */
const countStreak = (rights: readonly boolean[]): number => rights.length - 1 - rights.lastIndexOf(false);
