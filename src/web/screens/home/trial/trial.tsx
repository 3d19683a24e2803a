import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { recordPaths } from '#contract/paths.ts';
import type { RecordNewest, ReplayedForecast } from '#contract/record/views.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { carry } from '#web/session/carried.ts';
import { useSession } from '#web/session/session-store.ts';
import { type Guess, moved } from './moved.ts';
import { Round } from './round.tsx';

/** The first one may be the replay above, which shows its outcome. */
const first = 1;
const roundsInSet = 3;

/** Guesses on settled forecasts, then how the models did on the same. Nothing is saved. */
export default function Trial() {
  const { t } = usePhrases();
  const { data, isWaiting } = usePublicRead<RecordNewest>(recordPaths.newest);
  const forecasts = data?.forecasts.slice(first) ?? [];
  if (forecasts.length > 0) return <Rounds newest={forecasts} />;
  return isWaiting ? <div className="sk trial-wait" aria-hidden="true" /> : <p>{t('home.trial.none')}</p>;
}

function Rounds({ newest }: { readonly newest: readonly ReplayedForecast[] }) {
  const { t } = usePhrases();
  // Those of the start: the list grows while the visitor guesses.
  const [forecasts] = useState(newest);
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

/** Right ones in a row at the end. */
const countStreak = (rights: readonly boolean[]): number => rights.length - 1 - rights.lastIndexOf(false);

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
  const isSignedIn = useSession().kind === 'in';
  const score = { own: own.filter(Boolean).length, of: own.length };
  return (
    <div className="flex flex-col gap-4">
      <FocusedHeading>{t('home.trial.score', { ...score, models: models.filter(Boolean).length })}</FocusedHeading>
      <p>{t('home.trial.scoreText')}</p>
      <div className="flex flex-wrap gap-3">
        {isSignedIn ? (
          <Link className="btn btn-p btn-lg" to={paths.signal(lang)}>
            {t('home.toSignals')}
          </Link>
        ) : (
          <Link className="btn btn-p btn-lg" to={paths.register(lang)} {...carry({ score })}>
            {t('home.register')}
          </Link>
        )}
        {more > 0 && (
          <button type="button" className="btn btn-s btn-lg" onClick={onMore}>
            {t('home.trial.more', { n: more })}
          </button>
        )}
        <Link className="btn btn-g btn-lg" to={paths.record(lang)}>
          {t('home.toRecord')}
        </Link>
      </div>
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
