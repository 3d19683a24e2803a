import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { recordPaths } from '#contract/paths.ts';
import type { RecordNewest, ReplayedForecast } from '#contract/record/views.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { type Guess, moved } from './moved.ts';
import { Round } from './round.tsx';

/** The first one may be the replay above, which shows its outcome. */
const first = 1;
const rounds = 3;

/** Guesses on settled forecasts, then how the models did on the same. Nothing is saved. */
export default function Trial() {
  const { t } = usePhrases();
  const { data, isWaiting } = usePublicRead<RecordNewest>(recordPaths.newest);
  const forecasts = data?.forecasts.slice(first, first + rounds) ?? [];
  if (forecasts.length > 0) return <Rounds newest={forecasts} />;
  return isWaiting ? <div className="sk trial-wait" aria-hidden="true" /> : <p>{t('home.trial.none')}</p>;
}

function Rounds({ newest }: { readonly newest: readonly ReplayedForecast[] }) {
  const { t } = usePhrases();
  // Those of the start: the list grows while the visitor guesses.
  const [forecasts] = useState(newest);
  const [guesses, setGuesses] = useState<readonly Guess[]>([]);
  const [round, setRound] = useState(0);
  const forecast = forecasts[round];
  if (!forecast) return <Score forecasts={forecasts} guesses={guesses} />;
  return (
    <div className="flex flex-col gap-4">
      <FocusedHeading key={round}>{t('home.trial.round', { n: round + 1, of: forecasts.length })}</FocusedHeading>
      <Round
        forecast={forecast}
        guess={guesses[round] ?? null}
        isLast={round === forecasts.length - 1}
        onGuess={(guess) => setGuesses([...guesses, guess])}
        onNext={() => setRound(round + 1)}
      />
    </div>
  );
}

interface ScoreProps {
  readonly forecasts: readonly ReplayedForecast[];
  readonly guesses: readonly Guess[];
}

function Score({ forecasts, guesses }: ScoreProps) {
  const { t, lang } = usePhrases();
  const own = forecasts.filter((forecast, i) => moved(forecast) === guesses[i]).length;
  const models = forecasts.filter(({ result }) => result === 'successful').length;
  return (
    <div className="flex flex-col gap-4">
      <FocusedHeading>{t('home.trial.score', { own, models, of: forecasts.length })}</FocusedHeading>
      <p>{t('home.trial.scoreText')}</p>
      <Link className="btn btn-p btn-lg" to={paths.record(lang)}>
        {t('home.toRecord')}
      </Link>
    </div>
  );
}

/** Takes the focus, because the button that led here is gone. */
function FocusedHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 ref={heading} className="h3" tabIndex={-1}>
      {children}
    </h3>
  );
}
