import { Check, Gift, Hourglass, TriangleAlert } from 'lucide-react';
import type { Contest } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { knownZone } from '#domain/market/start-of-day.ts';
import { dayMs } from '#domain/time.ts';
import { shownZone, type Formats } from '#web/language/formats.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { Steps } from '#web/ui/steps.tsx';

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
      {contest ? (
        <Days contest={contest} />
      ) : (
        <span className="sk block h-[141px] rounded-lg phone:h-56" aria-hidden="true" />
      )}
      <div className="mt-12">
        <Steps steps={steps} />
      </div>
      <div className="mt-11">
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
      <ol className="grid grid-cols-4 overflow-hidden rounded-lg border border-line bg-s1 phone:grid-cols-[1fr_1fr]">
        {days.map(([name, day], index) => (
          <li
            key={name}
            className="grid content-start gap-1 border-line px-5 py-4.5 leading-[1.35] not-first:border-l aria-[current=step]:shadow-[inset_0_3px_0_var(--t1)] phone:px-4 phone:py-3.5 phone:nth-3:border-l-0 phone:nth-[n+3]:border-t"
            aria-current={index === now[contest.state] ? 'step' : undefined}
          >
            <span className="text-13 text-ink-3">{name}</span>
            <b className="font-head text-[1.125rem]/[1.3] font-[560] text-ink-1 phone:text-[1rem]">{day}</b>
          </li>
        ))}
      </ol>
      <p className="text-14 text-ink-3 mt-3.5 max-w-[74ch]">
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
      className="sec pt-0"
      title={t('contest.prizes.title')}
      titleId="prizes-title"
      lead={isKnown && t(isRanked ? 'contest.prizes.ranked' : 'contest.prizes.equal')}
    >
      {prizes === null && <span className="sk block h-[88px] rounded-lg" aria-hidden="true" />}
      {prizes?.length === 0 && <Note icon={Gift}>{t('contest.prizes.unknown')}</Note>}
      {isKnown && (
        <ul className="grid grid-cols-5 gap-4 phone:grid-cols-[1fr_1fr]">
          {Array.from({ length: contestRules.winners }, (_, index) => (
            <li key={index} className="card grid gap-1 p-5 phone:p-4 phone:last:col-span-full">
              <Gift className="ic mb-3.5 size-5.5 text-ink-3 phone:mb-1.5" />
              <b className="font-head text-[28px]/[1.1] font-[560] tracking-[-.02em] wrap-anywhere text-ink-1">
                {prizes[index] ?? prizes[0]}
              </b>
              <span className="text-13 text-ink-3">{t('contest.prizes.prize', { place: index + 1 })}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const listRow =
  'grid grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-5 py-3.5 phone:grid-cols-[22px_minmax(0,1fr)] phone:px-4 phone:*:last:col-start-2 phone:*:last:justify-self-start';

/** By prize; addresses are masked. */
export function Winners({ contest }: { contest: Contest | null }) {
  const { t } = usePhrases();
  const winners = contest?.winners ?? [];
  return (
    <Section className="sec pt-0" title={t('contest.winners.title')} titleId="winners-title">
      {winners.length === 0 ? (
        <p className="text-ink-3">
          {t(contest?.state === 'drawn' ? 'contest.winners.nobody' : 'contest.winners.none')}
        </p>
      ) : (
        <ol className="card divide-y divide-line">
          {winners.map(({ prize, email, status }) => (
            <li key={prize} className={listRow}>
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
    <Section className="sec pt-0" title={t('contest.top.title')} titleId="top-title" lead={t('contest.top.lead')}>
      {traders.length === 0 ? (
        <p className="text-ink-3">{t('contest.top.none')}</p>
      ) : (
        <ol className="card divide-y divide-line">
          {traders.map(({ email, total, winRate, low, high }, index) => (
            <li key={`${email}${low}`} className={listRow}>
              <span className="tabular-nums text-ink-3">{index + 1}</span>
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

/** Days of a contest in its own time zone. */
interface ContestDays {
  readonly first: string;
  readonly last: string;
  /** Whole days until the end, counted from `now`; 0 on the last day. */
  readonly daysLeft: (now: number) => number;
}

export function contestDays({ startsAt, endsAt, timezone }: Contest, f: Formats): ContestDays {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  return {
    first: f.day(from, timezone),
    // The end is exclusive: the first instant after the last day.
    last: f.day(to - 1, timezone),
    daysLeft: (now) => Math.max(0, Math.floor((to - now) / dayMs)),
  };
}

/** Start and end in the reader's time zone; null: the same as in the contest's. */
function ownHours(
  { startsAt, endsAt, timezone }: Contest,
  f: Formats,
  ownZone?: string,
): { readonly from: string; readonly to: string } | null {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)];
  if ([from, to].every((at) => wallClock(at, timezone) === wallClock(at, ownZone))) return null;
  const dayAndClock = (at: number): string => `${f.day(at)}, ${f.clock(at)}`;
  return { from: dayAndClock(from), to: dayAndClock(to) };
}

/** Only used for comparison, never displayed. Time zone names are the browser's slowest table. */
const wallClock = (at: number, timezone?: string): string =>
  new Date(at).toLocaleString('en-GB', timezone === undefined ? {} : { timeZone: knownZone(timezone) });
