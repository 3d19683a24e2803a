import { Check, Flag, Hand, Mail } from 'lucide-react';
import { useState } from 'react';
import type { Contest } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session-store.ts';
import { Fact } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { OutcomeMark, type OutcomeShape, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { contestDays } from './contest-days.ts';
import type { OwnEntry } from './own-trades.tsx';

/** Next to the headline: a preview, the user's progress, or the result. */
export function HeroCard({ contest }: { contest: Contest | null }) {
  if (contest?.state === 'drawn') return <Ended contest={contest} />;
  return contest?.me?.joined ? <Progress contest={contest} me={contest.me} /> : <Preview />;
}

function Preview() {
  const { t } = usePhrases();
  return (
    <div className="card p-card flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <span className="lab">{t('contest.beads.soon')}</span>
        <h2 className="h3">{t('contest.beads.title')}</h2>
      </div>
      <TenBeads beads={[]} />
      <p className="text-14 text-ink-3">{t('contest.beads.text')}</p>
    </div>
  );
}

function Progress({ contest, me }: { contest: Contest; me: OwnEntry }) {
  const { t } = usePhrases();
  const trades = Math.min(me.trades, me.required);
  return (
    <div className="card p-card flex flex-col gap-4">
      <div className="flex items-center justify-between flex-wrap gap-2">
        <Chip className="win" icon={Check} text={t('contest.own.joined')} />
        <span className="text-14 text-ink-3 wrap-anywhere">{me.email}</span>
      </div>
      <div className="contest-count">
        <h2 className="big">{t('contest.own.count', { trades, required: me.required })}</h2>
        <span className="text-ink-3">
          {trades >= me.required ? t('contest.own.complete') : t('contest.own.left', { count: me.required - trades })}
        </span>
      </div>
      <TenBeads beads={ownBeads(me)} />
      <ProgressNote contest={contest} me={me} />
    </div>
  );
}

/** The single most relevant note: what is missing, or that there is no hurry. */
function ProgressNote({ contest, me }: { contest: Contest; me: OwnEntry }) {
  const { t, lang, f } = usePhrases();
  const session = useSession();
  const needsId = contest.evidence === 'trades' && session.kind === 'in' && session.user.referralId === null;
  const [now] = useState(() => Date.now());
  const days = contestDays(contest, f).daysLeft(now);
  if (needsId) {
    return (
      <Note icon={Hand} tone="warn">
        <Rich text={t('contest.own.needsId')} />{' '}
        <TextLink to={paths.enterId(lang, paths.contest(lang))} text={t('contest.own.giveId')} />
      </Note>
    );
  }
  if (me.trades >= me.required) {
    return (
      <Note icon={Check}>
        <Rich text={t('contest.own.inDraw')} />
      </Note>
    );
  }
  if (contest.state === 'closed') {
    return <Note icon={Mail}>{t('contest.own.tooFew', { trades: me.trades, required: me.required })}</Note>;
  }
  return (
    <Note icon={Hand}>
      <Rich text={days === 0 ? t('contest.own.lastDay') : t('contest.own.noHurry', { count: days })} />
    </Note>
  );
}

function Ended({ contest }: { contest: Contest }) {
  const { t, f } = usePhrases();
  const eligible = contest.draw.eligible ?? 0;
  const winners = Math.min(contestRules.winners, eligible);
  return (
    <div className="card p-card flex flex-col gap-4">
      <div className="flex items-center justify-between flex-wrap gap-2">
        <Chip icon={Flag} text={t('contest.winners.over')} />
        <span className="text-14 text-ink-3 tabular-nums">{contestDays(contest, f).last}</span>
      </div>
      <dl className="dl">
        <Fact name={t('contest.draw.joined')}>{f.count(contest.joined)}</Fact>
        <Fact name={t('contest.draw.eligible')}>{f.count(eligible)}</Fact>
        <Fact name={t('contest.winners.count')}>{f.count(winners)}</Fact>
        {eligible > 0 && (
          <Fact name={t('contest.winners.chance')}>
            {t('contest.winners.chanceText', { winners, eligible, percent: f.percent(winners / eligible, 1) })}
          </Fact>
        )}
      </dl>
      {contest.me?.joined && (
        <Note icon={Mail}>
          <OwnOutcome me={contest.me} />
        </Note>
      )}
    </div>
  );
}

/**
 * One bead per trade: its outcome, or that it counted; the rest are empty. Wins, losses and ties
 * count equally.
 */
function TenBeads({ beads }: { beads: readonly OutcomeShape[] }) {
  const { t } = usePhrases();
  const trades = Math.min(beads.length, contestRules.trades);
  return (
    <div className="b10" role="img" aria-label={t('contest.beads.label', { trades, required: contestRules.trades })}>
      {Array.from({ length: contestRules.trades }, (_, place) => {
        const shape = beads[place];
        return (
          <div key={place} className={shape ? 'ok' : ''}>
            {shape ? <OutcomeMark shape={shape} /> : <Empty />}
            <span className="tabular-nums">{place + 1}</span>
          </div>
        );
      })}
    </div>
  );
}

function Empty() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.6" fill="none" stroke="var(--line-3)" strokeWidth="1.2" strokeDasharray="2.2 2.2" />
    </svg>
  );
}

/** Counted trades, oldest first. A dash marks a trade with an unknown result. */
const ownBeads = ({ list }: OwnEntry): OutcomeShape[] =>
  list
    .filter(({ reason }) => reason === null)
    .toReversed()
    .map(({ result }) => outcomeStyle[result ?? 'void']);

/** The result of the draw for the user's own entry, and what to do next. */
function OwnOutcome({ me }: { me: OwnEntry }) {
  const { t, f } = usePhrases();
  const { prize, number } = me;
  if (number === null) return t('contest.own.tooFew', { trades: me.trades, required: me.required });
  if (!prize) return <Rich text={t('contest.own.notDrawn', { number })} />;
  if (prize.status !== 'awaiting') return <Rich text={t(`contest.own.${prize.status}`, { number })} />;
  const until = Date.parse(prize.proofsUntil);
  return <Rich text={t('contest.own.won', { number, until: `${f.day(until)}, ${f.clock(until)}` })} />;
}
