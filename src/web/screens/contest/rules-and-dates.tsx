import { TriangleAlert } from 'lucide-react';
import type { Contest } from '#contract/contest.ts';
import { recordPaths } from '#contract/paths.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { losingChance } from '#domain/signals/losing-chance.ts';
import { getPayout } from '#domain/statistics/break-even.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { minuteMs } from '#domain/time.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { contestDays, ownHours } from './contest-days.ts';

/** The rules in plain words, and the days in the contest's and the reader's time zone. */
export function RulesAndDates({ contest }: { contest: Contest | null }) {
  const { t } = usePhrases();
  return (
    <Section id="rules" title={t('contest.rules.title')} titleId="rules-title">
      {contest ? <Days contest={contest} /> : <span className="sk contest-days" aria-hidden="true" />}
      <Steps evidence={contest?.evidence ?? 'trades'} />
      <RiskNote />
    </Section>
  );
}

function Days({ contest }: { contest: Contest }) {
  const { t, f } = usePhrases();
  const { first, last } = contestDays(contest, f);
  const local = ownHours(contest, f);
  const now: Record<Contest['state'], number> = { announced: 0, running: 1, closed: 2, drawn: 3 };
  const days: readonly (readonly [string, string])[] = [
    [t('contest.rules.start'), first],
    [t('contest.rules.end'), t('contest.rules.inclusive', { day: last })],
    [t('contest.rules.draw'), t('contest.rules.midnight', { day: last })],
    [t('contest.rules.proofs'), t('contest.rules.proofsDays', { count: contestRules.proofDays })],
  ];
  return (
    <>
      <ol className="dates">
        {days.map(([name, day], place) => (
          <li
            key={name}
            className={place === now[contest.state] ? 'now' : ''}
            aria-current={place === now[contest.state] ? 'step' : undefined}
          >
            <span className="text-13 text-ink-3">{name}</span>
            <b>{day}</b>
          </li>
        ))}
      </ol>
      <p className="text-14 text-ink-3 contest-said">
        {contest.timezone === 'Europe/Kyiv'
          ? t('contest.rules.zone')
          : t('contest.rules.zoneOther', { zone: contest.timezone })}
        {local && ` ${t('contest.rules.yours', local)}`}
      </p>
    </>
  );
}

function Steps({ evidence }: Pick<Contest, 'evidence'>) {
  const { t, f } = usePhrases();
  const trade = t('contest.rules.tradeText', {
    stake: f.usd(contestRules.minStake),
    minutes: contestRules.followedWithinMs / minuteMs,
  });
  const steps: readonly (readonly [string, string])[] = [
    [t('contest.rules.join'), t('contest.rules.joinText')],
    [t('contest.rules.trade'), evidence === 'trades' ? trade : `${trade} ${t('contest.rules.tradeShots')}`],
    [t('contest.rules.wait'), t('contest.rules.waitText', { days: contestRules.proofDays })],
  ];
  return (
    <>
      <ol className="steps contest-steps">
        {steps.map(([name, text], place) => (
          <li key={name} className="step">
            <div className="n" aria-hidden="true">
              {place + 1}
            </div>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className="text-14 text-ink-3 contest-said">{t('contest.rules.own')}</p>
    </>
  );
}

const { trades, minStake } = contestRules;
/** The 2 % rule: a stake is at most this share of the balance. */
const riskedShare = 0.02;

/**
 * Average cost of ten trades, shown before joining: at the rate of the record, or at a coin's while
 * there is none.
 */
function RiskNote() {
  const { t, f } = usePhrases();
  const { data } = usePublicRead<ModelFigures[]>(recordPaths.models);
  return (
    <div className="contest-risk">
      <Note icon={TriangleAlert} tone="warn">
        <b>{t('contest.math.title')}</b>{' '}
        {t('contest.math.rule', { stake: f.usd(minStake), deposit: f.usd(minStake / riskedShare) })}{' '}
        {data && <Odds models={data} />} {t('contest.math.end')}
      </Note>
    </div>
  );
}

function Odds({ models }: { models: readonly ModelFigures[] }) {
  const { t, f } = usePhrases();
  const breakEven = models[0]?.breakEven;
  if (breakEven === undefined) return null;
  const payout = getPayout(breakEven);
  const won = sumUp(models, 'successful');
  const total = won + sumUp(models, 'unsuccessful');
  const money = { stake: f.usd(minStake), worst: f.usd(trades * minStake) };
  const casesAt = (rate: number): string => f.count(100 * losingChance(trades, rate, payout));
  return total < minOutcomesForRate
    ? t('contest.math.assumed', { ...money, cases: casesAt(0.5) })
    : t('contest.math.measured', { ...money, cases: casesAt(won / total), rate: f.percent(won / total, 1) });
}

const sumUp = (models: readonly ModelFigures[], key: 'successful' | 'unsuccessful'): number =>
  models.reduce((sum, figures) => sum + figures[key], 0);
