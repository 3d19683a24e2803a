import { ChevronDown } from 'lucide-react';
import type { Analytics, Signal } from '#contract/signals.ts';
import { aiModelName, isAiModelKey, isLlmModelKey } from '#domain/signals/ai-model.ts';
import { hasLean, shownChance, shownParts } from '#domain/statistics/shown-rate.ts';
import type { Formats } from '#web/language/formats.ts';
import type { Phrases, Translate } from '#web/language/render-phrase.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { getStem, groupByIdea, type IdeaRow } from './ideas.ts';

interface ShownRow extends IdeaRow {
  /** Towards the signal, of 100. */
  readonly points: number;
}

/** A row per idea, rounded once, so that with the fifty they add up to the chance that is shown. */
export function whyRows({ signal, passability, analytics }: Signal): readonly ShownRow[] {
  const rows = groupByIdea(analytics.contributions);
  const side = signal === 'BUY' ? 1 : -1;
  const points = shownParts(
    rows.map(({ effect }) => side * effect),
    passability - 50,
    0,
  );
  return rows
    .map((row, index) => ({ ...row, points: points[index] ?? 0 }))
    .filter((row) => row.points !== 0 || row.idea === 'age')
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

const row =
  'wr grid grid-cols-[minmax(0,1fr)_minmax(80px,220px)_44px] gap-4 items-center min-h-11 border-t border-line text-[15px] leading-[1.35] stacked:grid-cols-[minmax(0,1fr)_76px_34px] stacked:gap-2.5 stacked:text-[14px] stacked:py-1.5';
const figure = 'text-right text-ink-1 font-semibold tabular-nums';

/** A bar to the right of the axis supports the signal, a hatched one to the left opposes it. */
const supports = 'left-[24%] bg-(--side)';
const opposes =
  'right-[76%] border border-(--side) [background:repeating-linear-gradient(-45deg,var(--side)_0_3px,transparent_3px_6px)]';

/** What the model read and how it weighed it; a language model's own reasons verbatim. */
export function Why({ signal }: { signal: Signal }) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  const rows = whyRows(signal);
  if (signal.analytics.contributions.length === 0) return null;
  const chance = shownChance(signal.passability);
  const isUp = signal.signal === 'BUY';
  const title = hasLean(signal.passability) ? (isUp ? 'flow.why.up' : 'flow.why.down') : 'flow.why.none';
  const unit = barUnit(rows);
  return (
    <details className="border-t border-line group" data-tour="analytics">
      <summary className="list-none flex items-center gap-3 min-h-14 px-6 cursor-pointer text-ink-1 font-[560] text-[15px] [&::-webkit-details-marker]:hidden stacked:px-4.5">
        {t(title)}
        <ChevronDown className="ic ml-auto size-4.5 text-ink-3 [transition:transform_var(--d-2)] group-open:[transform:rotate(180deg)]" />
      </summary>
      <div className="max-w-[823px] px-6 pb-5 stacked:px-4.5 stacked:pb-4">
        {rows.map(({ idea, strongest, effect, points }) => (
          <div className={`${row} text-ink-2`} key={idea}>
            <span>{ideaNote(strongest, effect, phrases)}</span>
            <span
              className="relative h-3.5 before:absolute before:left-[24%] before:-top-1 before:-bottom-1 before:w-0.25 before:bg-(--line-3)"
              aria-hidden="true"
            >
              <i
                className={`absolute inset-y-0 rounded-[3px] ${points > 0 === isUp ? '[--side:var(--up-solid)]' : '[--side:var(--down-solid)]'} ${points > 0 ? supports : opposes}`}
                style={{ width: `${Math.abs(points) * unit}%` }}
              />
            </span>
            <b className={figure}>{f.signed(points, 0)}</b>
          </div>
        ))}
        <div className={`${row} sum font-semibold text-ink-1`}>
          <span>{`50 ${chance < 50 ? '−' : '+'} ${Math.abs(chance - 50)}`}</span>
          <span />
          <b className={figure}>{chance}</b>
        </div>
        {isLlmModelKey(signal.aiModel) && <p className="mt-3 text-14 text-ink-2">{signal.analytics.text}</p>}
      </div>
    </details>
  );
}

/** Percent of a bar's width per point: its axis stands at a quarter, and no bar leaves its place. */
function barUnit(rows: readonly ShownRow[]): number {
  const most = Math.max(1, ...rows.map(({ points }) => points));
  const least = Math.max(1, ...rows.map(({ points }) => -points));
  return Math.min(72 / most, 22 / least);
}

type Strongest = Analytics['contributions'][number];

/** What was seen and, of an idea with this effect on P(up), what the model expects of it. */
export function ideaNote({ feature, value }: Strongest, effect: number, phrases: Phrases): string {
  const seen = ideaSentence(feature, value, phrases);
  // The age of a forecast has no direction: it lowers the probability of both.
  if (feature === 'forecast_age') return seen;
  return phrases.t(`flow.ideas.expects.${expectationFrom(effect, statedMove(feature, value))}`, { seen });
}

/** Not zero with one decimal. */
const isNoticeable = (effect: number): boolean => Math.abs(effect) >= 0.05;

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
export function ideaSentence(feature: string, value: number, phrases: Phrases): string {
  const { t, f } = phrases;
  const meaning = meanings[getStem(feature)];
  if (!meaning) return statement(feature, value, phrases);
  const distance = value - (meaning.center ?? 0);
  const words = { span: spanText(feature, t), n: f.count(Math.abs(value)) };
  return 'five' in meaning
    ? t(`flow.ideas.${meaning.five}.${fiveBand(distance, meaning.near, meaning.far)}`, words)
    : t(`flow.ideas.${meaning.three}.${threeBand(distance, meaning.near)}`, words);
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

/** A feature that states a fact and has no bands. */
function statement(feature: string, value: number, { t, f }: Phrases): string {
  if (isAiModelKey(feature))
    return t('flow.ideas.model', { model: aiModelName(feature), percent: f.percent(value / 100, 1) });
  switch (feature) {
    case 'day_minute':
      return t('flow.ideas.clock', { time: newYorkClock(value) });
    case 'hour_minute':
      return t('flow.ideas.hourMinute', { n: f.count(value) });
    case 'weekday':
      return t('flow.ideas.weekday', { day: weekday(value, f) });
    case 'forecast_age':
      return t('flow.ideas.age', { n: f.count(value) });
    case 'stated_probability':
      return t('flow.ideas.ownAnswer', { percent: f.percent(value / 100, 1) });
    case 'shrinkage_by_record':
      return t('flow.ideas.ownRecord', { n: f.count(value) });
    default:
      return t('flow.ideas.small', { n: f.count(value) });
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
  if (minutes === 60) return t('flow.ideas.span.hour');
  if (minutes === 120) return t('flow.ideas.span.twoHours');
  if (minutes === 240) return t('flow.ideas.span.fourHours');
  return t('flow.ideas.span.minutes', { n: minutes });
}

function fiveBand(distance: number, near: number, far: number): 'veryHigh' | 'high' | 'middle' | 'low' | 'veryLow' {
  if (distance >= far) return 'veryHigh';
  return distance <= -far ? 'veryLow' : threeBand(distance, near);
}

const threeBand = (distance: number, near: number): 'high' | 'middle' | 'low' =>
  distance >= near ? 'high' : distance <= -near ? 'low' : 'middle';
