import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Analytics, Signal } from '#contract/signals.ts';
import { aiModelName, isAiModelKey, isLlmModelKey } from '#domain/signals/ai-model.ts';
import { hasLean } from '#domain/statistics/shown-rate.ts';
import type { Formats } from '#web/language/formats.ts';
import type { Phrases, Translate } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { Card } from '#web/ui/card.tsx';
import { ContributionRow, isNoticeable, shownEffects, type WhyNumbersProps } from './contribution-row.tsx';
import { getStem, groupByIdea } from './ideas.ts';

/**
 * What the model read and how it weighed it, as a few ideas in plain words; the numbers are one
 * press away. A language model's own reasons are shown as it stated them.
 */
export function WhyCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { contributions, text } = signal.analytics;
  if (contributions.length === 0) return null;
  const isUp = signal.signal === 'BUY';
  const isLeaning = hasLean(signal.passability);
  const title = t(isLeaning ? (isUp ? 'signal.why.up' : 'signal.why.down') : 'signal.why.none');
  const rows = groupByIdea(contributions);
  if (!isLeaning && !rows.some(({ effect }) => isNoticeable(effect)))
    return (
      <Card className="overflow-hidden" title={title} data-tour="analytics">
        <p className="p-card">{t('signal.why.nothing')}</p>
      </Card>
    );
  const percent = f.percent(signal.passability / 100, 1);
  const points = shownEffects(rows, signal);
  const scale = Math.max(0.1, ...rows.map(({ effect }) => Math.abs(effect)));
  return (
    <Card className="overflow-hidden" title={title} data-tour="analytics">
      <div className="p-card pt-4">
        <div className="contrib ideas">
          {rows.map(({ idea, effect, strongest }, i) => (
            <ContributionRow
              key={idea}
              name={t(`ideas.title.${idea}`)}
              note={ideaNote(strongest, effect, { t, f })}
              effect={effect}
              points={points[i] ?? 0}
              scale={scale}
            />
          ))}
          <div className="sum">
            <span>{t('signal.why.sum')}</span>
            <span className="ct text-ink-1">
              {isLeaning ? t(isUp ? 'signal.why.sumUp' : 'signal.why.sumDown', { percent }) : percent}
            </span>
          </div>
        </div>
        {isLlmModelKey(signal.aiModel) && <p className="text-14 text-ink-2 mt-4">{text}</p>}
        <Numbers contributions={contributions} signal={signal} />
      </div>
    </Card>
  );
}

type Strongest = Analytics['contributions'][number];

/** What was seen and, of an idea with this effect on P(up), what the model expects of it. */
function ideaNote({ feature, value }: Strongest, effect: number, phrases: Pick<Phrases, 't' | 'f'>): string {
  const seen = ideaSentence(feature, value, phrases);
  // The age expects no direction: it takes from the probability of either.
  if (feature === 'forecast_age') return seen;
  return phrases.t(`ideas.expects.${expectationFrom(effect, statedMove(feature, value))}`, { seen });
}

type Expectation = 'rise' | 'fall' | 'riseAgainst' | 'fallAgainst' | 'nothing';

/** `move`: the sign of the price's own move that the sentence states. */
function expectationFrom(effect: number, move: number): Expectation {
  if (!isNoticeable(effect)) return 'nothing';
  const isAgainst = move * effect < 0;
  if (effect > 0) return isAgainst ? 'riseAgainst' : 'rise';
  return isAgainst ? 'fallAgainst' : 'fall';
}

/** 1: the sentence says that the price went or is pulled up; -1: down; 0: neither. */
function statedMove(feature: string, value: number): number {
  const meaning = meanings[getStem(feature)];
  if (!meaning || !moves.has('five' in meaning ? meaning.five : meaning.three)) return 0;
  const distance = value - (meaning.center ?? 0);
  return Math.abs(distance) < meaning.near ? 0 : Math.sign(distance);
}

/** One plain sentence about a feature's value. */
export function ideaSentence(feature: string, value: number, phrases: Pick<Phrases, 't' | 'f'>): string {
  const { t, f } = phrases;
  const meaning = meanings[getStem(feature)];
  if (!meaning) return statement(feature, value, phrases);
  const distance = value - (meaning.center ?? 0);
  const words = { span: spanText(feature, t), n: f.count(Math.abs(value)) };
  return 'five' in meaning
    ? t(`ideas.${meaning.five}.${fiveBand(distance, meaning.near, meaning.far)}`, words)
    : t(`ideas.${meaning.three}.${threeBand(distance, meaning.near)}`, words);
}

type FiveWords = 'mean' | 'place' | 'rises' | 'move' | 'range' | 'strength' | 'apart';
type ThreeWords =
  | 'vote'
  | 'momentum'
  | 'extreme'
  | 'candle'
  | 'candleBefore'
  | 'jump'
  | 'reversion'
  | 'level'
  | 'path'
  | 'echo'
  | 'still'
  | 'run';

/** Words that state where the price went or is pulled, so that an opposite forecast is a pullback. */
const moves: ReadonlySet<FiveWords | ThreeWords> = new Set([
  'mean',
  'place',
  'rises',
  'move',
  'strength',
  'apart',
  'momentum',
  'extreme',
  'candle',
  'candleBefore',
  'jump',
  'run',
]);

interface Bands {
  /** The value that says nothing; zero by default. */
  readonly center?: number;
  /** Distances from the center at which the middle band and the near bands end. */
  readonly near: number;
  readonly far?: number;
}
type Meaning = Bands & ({ readonly five: FiveWords; readonly far: number } | { readonly three: ThreeWords });

/** Units of src/engine/features; RSI and stochastic position are readings from 0 to 100. */
const meanings: Readonly<Record<string, Meaning>> = {
  z: { five: 'mean', near: 0.5, far: 1.5 },
  ema_distance: { five: 'mean', near: 0.5, far: 2 },
  rsi: { five: 'rises', center: 50, near: 5, far: 20 },
  position: { five: 'place', center: 50, near: 15, far: 35 },
  vote: { three: 'vote', near: 1 },
  macd: { three: 'momentum', near: 0.1 },
  macd_histogram: { three: 'momentum', near: 0.05 },
  freshness: { three: 'extreme', near: 0.1 },
  move: { five: 'move', near: 0.2, far: 1 },
  run: { three: 'run', near: 1 },
  body: { three: 'candle', near: 0.1 },
  close_place: { three: 'candle', near: 0.2 },
  body_before: { three: 'candleBefore', near: 0.1 },
  jump: { three: 'jump', near: 0.1 },
  pair_reversion: { three: 'reversion', near: 1 },
  range: { five: 'range', near: Math.log(1.2), far: Math.log(2) },
  range_level: { three: 'level', near: 0.4 },
  efficiency: { three: 'path', center: 0.25, near: 0.1 },
  variance_ratio: { three: 'echo', center: 1, near: 0.1 },
  echo: { three: 'echo', near: 0.05 },
  still: { three: 'still', center: 0.1, near: 0.07 },
  strength: { five: 'strength', near: 0.2, far: 1 },
  strength_z: { five: 'strength', near: 0.5, far: 1.5 },
  strength_rsi: { five: 'strength', near: 0.1, far: 0.4 },
  apart: { five: 'apart', near: 0.2, far: 1 },
  apart_level: { five: 'apart', near: 0.2, far: 1 },
};

/** What is a fact of its own and has no bands. */
function statement(feature: string, value: number, { t, f }: Pick<Phrases, 't' | 'f'>): string {
  if (isAiModelKey(feature))
    return t('ideas.model', { model: aiModelName(feature), percent: f.percent(value / 100, 1) });
  switch (feature) {
    case 'day_minute':
      return t('ideas.clock', { time: newYorkClock(value) });
    case 'hour_minute':
      return t('ideas.hourMinute', { n: f.count(value) });
    case 'weekday':
      return t('ideas.weekday', { day: weekday(value, f) });
    case 'forecast_age':
      return t('ideas.age', { n: f.count(value) });
    case 'stated_probability':
      return t('ideas.ownAnswer', { percent: f.percent(value / 100, 1) });
    case 'shrinkage_by_record':
      return t('ideas.ownRecord', { n: f.count(value) });
    default:
      return t('ideas.small', { n: f.count(value) });
  }
}

/** The market's day starts at 17:00 in New York. */
function newYorkClock(dayMinute: number): string {
  const minute = (dayMinute + 17 * 60) % 1_440;
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
}

/** Sunday is 0. */
const weekday = (day: number, f: Formats): string => f.weekday(day === 0 ? 7 : day, 'long');

/** The length at the end of a feature's name, in words. */
function spanText(feature: string, t: Translate): string {
  const minutes = Number(/_(\d+)$/.exec(feature)?.[1] ?? 1);
  if (minutes === 60) return t('ideas.span.hour');
  if (minutes === 120) return t('ideas.span.twoHours');
  if (minutes === 240) return t('ideas.span.fourHours');
  return t('ideas.span.minutes', { n: minutes });
}

function fiveBand(distance: number, near: number, far: number): 'veryHigh' | 'high' | 'middle' | 'low' | 'veryLow' {
  if (distance >= far) return 'veryHigh';
  return distance <= -far ? 'veryLow' : threeBand(distance, near);
}

const threeBand = (distance: number, near: number): 'high' | 'middle' | 'low' =>
  distance >= near ? 'high' : distance <= -near ? 'low' : 'middle';

const WhyNumbers = lazyView(() => import('./contribution-row.tsx'));

function Numbers({ contributions, signal }: WhyNumbersProps) {
  const { t, f } = usePhrases();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-g btn-sm mt-3 -ml-3.5"
        aria-expanded={isOpen}
        aria-controls="why-numbers"
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronDown className={isOpen ? 'ic rotate-180' : 'ic'} />
        {t('ideas.numbers', { n: f.count(contributions.length) })}
      </button>
      <div id="why-numbers">{isOpen && <WhyNumbers contributions={contributions} signal={signal} />}</div>
    </>
  );
}
