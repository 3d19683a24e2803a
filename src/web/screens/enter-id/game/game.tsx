import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { type GameBars, gamePath } from '#contract/game.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { getJson } from '#web/api/request.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { Candles } from '#web/ui/figures/candles.tsx';

/**
 * While the broker query is in progress: guess the next bar of a past period. No time limit,
 * nothing is saved.
 */
export default function Game() {
  const { t } = usePhrases();
  const [isPaused, setIsPaused] = useState(false);
  return (
    <Card
      className="game"
      title={t('enterId.game.title')}
      titleId="game-title"
      aside={
        <Button
          look="g sm"
          aria-expanded={!isPaused}
          onClick={() => setIsPaused(!isPaused)}
          text={t(isPaused ? 'enterId.game.goOn' : 'enterId.game.pause')}
        />
      }
    >
      {!isPaused && <CurrentRound />}
    </Card>
  );
}

function CurrentRound() {
  const { t } = usePhrases();
  const { data, error, refetch } = useQuery({
    queryKey: ['game'],
    queryFn: fetchRound,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <p className="p-card text-14 text-ink-3">{t('enterId.game.none')}</p>;
  if (!data) return <div className="sk game-sk" />;
  return <Round key={data.shown[0]?.time} bars={data} onNext={() => void refetch()} />;
}

const fetchRound = (): Promise<GameBars> => getJson(gamePath);

type Guess = 'up' | 'down';

/** One round on recorded bars, and the guesses of all rounds so far. Without money or record. */
interface GuessGame {
  readonly round: GameBars;
  /** Number of hidden bars revealed so far. */
  readonly revealed: number;
  /** The newest guess and whether it was correct; null: none in this round yet. */
  readonly last: { readonly guess: Guess; readonly isHit: boolean } | null;
  readonly hits: number;
  readonly guesses: number;
}

/** Counted over the rounds of this visit, lost on reload. */
let soFar: Pick<GuessGame, 'hits' | 'guesses'> = { hits: 0, guesses: 0 };

function Round({ bars, onNext }: { bars: GameBars; onNext: () => void }) {
  const { t } = usePhrases();
  const [game, setGame] = useState(() => startGame(bars, soFar));
  const reveal = (direction: Guess): void => {
    const next = guess(game, direction);
    soFar = next;
    setGame(next);
  };
  const isOver = isRoundOver(game);
  const places = bars.shown.length + bars.hidden.length;
  return (
    <>
      <Candles
        bars={barsOnTable(game)}
        places={places}
        digits={bars.digits}
        label={t('enterId.game.chart', { pair: pairName(bars.symbol) })}
      />
      <div className="p-card flex flex-col gap-4">
        <p className="text-14 text-ink-3 flex items-center gap-3 justify-between flex-wrap">
          <span>{pairName(bars.symbol)}</span>
          <span className="tabular-nums">
            {t('enterId.game.round', { n: Math.min(game.revealed + 1, bars.hidden.length), of: bars.hidden.length })}
          </span>
        </p>
        <LastGuess game={game} />
        {isOver ? (
          <Button look="s lg block" onClick={onNext} text={t('enterId.game.next')} />
        ) : (
          <Choice onGuess={reveal} />
        )}
        <Tally game={game} />
      </div>
    </>
  );
}

export const startGame = (round: GameBars, before?: Pick<GuessGame, 'hits' | 'guesses'>): GuessGame => ({
  round,
  revealed: 0,
  last: null,
  hits: before?.hits ?? 0,
  guesses: before?.guesses ?? 0,
});

/** Reveals the next bar; returns the same game when there is none. */
export function guess(game: GuessGame, direction: Guess): GuessGame {
  const next = game.round.hidden[game.revealed];
  if (!next) return game;
  const isHit = (next.close > next.open ? 'up' : 'down') === direction;
  return {
    ...game,
    revealed: game.revealed + 1,
    last: { guess: direction, isHit },
    hits: game.hits + (isHit ? 1 : 0),
    guesses: game.guesses + 1,
  };
}

export const isRoundOver = ({ round, revealed }: GuessGame): boolean => revealed >= round.hidden.length;

export const barsOnTable = ({ round, revealed }: GuessGame) => [...round.shown, ...round.hidden.slice(0, revealed)];

function LastGuess({ game: { last } }: { game: GuessGame }) {
  const { t } = usePhrases();
  return (
    <p aria-live="polite" className="text-14 game-said">
      {last && t(last.isHit ? 'enterId.game.hit' : 'enterId.game.miss')}
    </p>
  );
}

/** Two buttons; the arrow keys do the same while the focus is on one of them. */
function Choice({ onGuess }: { onGuess: (direction: Guess) => void }) {
  const { t } = usePhrases();
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onGuess(event.key === 'ArrowUp' ? 'up' : 'down');
  };
  return (
    <div className="game-choice">
      {(['up', 'down'] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          className={`btn btn-lg game-${direction}`}
          aria-keyshortcuts={direction === 'up' ? 'ArrowUp' : 'ArrowDown'}
          onClick={() => onGuess(direction)}
          onKeyDown={press}
        >
          <DirectionIcon isUp={direction === 'up'} />
          {t(direction === 'up' ? 'signal.up' : 'signal.down')}
        </button>
      ))}
    </div>
  );
}

function Tally({ game }: { game: GuessGame }) {
  const { t, f } = usePhrases();
  const tally = computeTally(game);
  if (!tally) return <p className="text-14 text-ink-3">{t('enterId.game.rule')}</p>;
  const facts = {
    hits: f.count(game.hits),
    guesses: f.count(game.guesses),
    low: f.percent(tally.low),
    high: f.percent(tally.high),
  };
  return (
    <p className="text-14 text-ink-3">
      {t('enterId.game.tally', facts)} {t(tally.isCoin ? 'enterId.game.coin' : 'enterId.game.notCoin')}
    </p>
  );
}

/**
 * Comparison with a coin: the share of hits with its 95 % interval; null before the first guess.
 */
export function computeTally({
  hits,
  guesses,
}: GuessGame): { share: number; low: number; high: number; isCoin: boolean } | null {
  const interval = wilsonInterval(hits, guesses);
  if (!interval) return null;
  return { share: hits / guesses, ...interval, isCoin: interval.low <= 0.5 && interval.high >= 0.5 };
}
