import { Check, Gift, Hourglass, TriangleAlert } from 'lucide-react';
import type { Contest } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { shownZone } from '#web/language/formats.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { contestDays, ownHours } from './contest-days.ts';

/** What to do, and the days in the contest's and the reader's time zone. */
export function StepsAndDates({ contest }: { contest: Contest | null }) {
  const { t, f } = usePhrases();
  const stake = f.usd(contestRules.minStake);
  const steps: readonly (readonly [string, string])[] = [
    [t('contest.steps.join'), t('contest.steps.joinText')],
    [t('contest.steps.trade'), t('contest.steps.tradeText', { stake })],
    [t('contest.steps.wait'), t('contest.steps.waitText', { days: contestRules.screenshotDays })],
  ];
  return (
    <Section title={t('contest.steps.title')} titleId="steps-title">
      {contest ? <Days contest={contest} /> : <span className="sk contest-dates" aria-hidden="true" />}
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
      <div className="contest-risk">
        <Note icon={TriangleAlert} tone="warn">
          {t('contest.steps.risk', { stake, worst: f.usd(contestRules.signals * contestRules.minStake) })}
        </Note>
      </div>
    </Section>
  );
}

function Days({ contest }: { contest: Contest }) {
  const { t, f } = usePhrases();
  const { first, last } = contestDays(contest, f);
  const local = ownHours(contest, f);
  const zone = shownZone(contest.timezone);
  const now: Record<Contest['state'], number> = { announced: 0, running: 1, closed: 2, drawn: 3 };
  const days: readonly (readonly [string, string])[] = [
    [t('contest.steps.start'), first],
    [t('contest.steps.end'), t('contest.steps.inclusive', { day: last })],
    [t('contest.steps.draw'), t('contest.steps.midnight', { day: last })],
    [t('contest.steps.screenshots'), t('contest.steps.within', { count: contestRules.screenshotDays })],
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
        {zone === 'Europe/Kyiv' ? t('contest.steps.zone') : t('contest.steps.zoneOther', { zone })}
        {local && ` ${t('contest.steps.yours', local)}`}
      </p>
    </>
  );
}

/** `prizes`: texts of the operator; empty: not announced; null: loading. One for each winner, or one for all. */
export function Prizes({ prizes }: { prizes: readonly string[] | null }) {
  const { t } = usePhrases();
  const isRanked = prizes?.length === contestRules.winners;
  const isKnown = prizes !== null && prizes.length > 0;
  return (
    <Section
      className="sec contest-sec"
      title={t('contest.prizes.title')}
      titleId="prizes-title"
      lead={isKnown && t(isRanked ? 'contest.prizes.ranked' : 'contest.prizes.equal')}
    >
      {prizes === null && <span className="sk contest-days" aria-hidden="true" />}
      {prizes?.length === 0 && <Note icon={Gift}>{t('contest.prizes.unknown')}</Note>}
      {isKnown && (
        <ul className="prz">
          {Array.from({ length: contestRules.winners }, (_, place) => (
            <li key={place} className="card">
              <Gift className="ic" />
              <b>{prizes[place] ?? prizes[0]}</b>
              <span className="text-13 text-ink-3">{t('contest.prizes.prize', { place: place + 1 })}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** By prize; addresses are masked. */
export function Winners({ contest }: { contest: Contest | null }) {
  const { t } = usePhrases();
  const winners = contest?.winners ?? [];
  return (
    <Section className="sec contest-sec" title={t('contest.winners.title')} titleId="winners-title">
      {winners.length === 0 ? (
        <p className="text-ink-3">
          {t(contest?.state === 'drawn' ? 'contest.winners.nobody' : 'contest.winners.none')}
        </p>
      ) : (
        <ol className="card contest-list">
          {winners.map(({ prize, email, status }) => (
            <li key={prize}>
              <span className="tabular-nums text-ink-3">{prize}</span>
              <span className="text-ink-1 wrap-anywhere">{email}</span>
              <Chip
                className={status === 'confirmed' ? 'win' : ''}
                icon={status === 'confirmed' ? Check : Hourglass}
                text={t(status === 'confirmed' ? 'contest.winners.confirmed' : 'contest.winners.awaiting')}
              />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

/** With their intervals, because a rank alone says little. */
export function TopTraders({ traders }: { traders: Contest['topTraders'] }) {
  const { t, f } = usePhrases();
  return (
    <Section
      className="sec contest-sec"
      title={t('contest.top.title')}
      titleId="top-title"
      lead={t('contest.top.lead')}
    >
      {traders.length === 0 ? (
        <p className="text-ink-3">{t('contest.top.none')}</p>
      ) : (
        <ol className="card contest-list">
          {traders.map(({ email, total, winRate, low, high }, place) => (
            <li key={`${email}${low}`}>
              <span className="tabular-nums text-ink-3">{place + 1}</span>
              <span className="text-ink-1 wrap-anywhere">{email}</span>
              <span className="tabular-nums">
                {t('contest.top.rate', { rate: f.percent(winRate, 1), range: f.range(low, high), count: total })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
