import { ArrowRight, Check, Gift, Hourglass, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Contest } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { minuteMs } from '#domain/time.ts';
import { isApiError } from '#web/api/api-error.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { optionalView } from '#web/routing/lazy-view.tsx';
import { type Session, useSession } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { ContestHero } from './contest-hero.tsx';
import { DrawPanel } from './draw-panel.tsx';
import { RulesAndDates } from './rules-and-dates.tsx';
import { TopTraders } from './top-traders.tsx';

export const meta = pageTitle(
  ({ t }) => t('contest.pageTitle'),
  ({ t }) => t('contest.description'),
);

const OwnPart = optionalView(() => import('./own-part.tsx'));

/** The challenge for visitors, for participants, and for everyone after the draw. */
export default function ContestScreen() {
  const { t } = usePhrases();
  const session = useSession();
  const { state, refetch } = useContest(session);
  if (state.kind === 'off') return <ContestOff />;
  const contest = state.kind === 'read' ? state.contest : null;
  const me = contest?.me?.joined ? contest.me : null;
  const isRanked = contest !== null && contest.prizes.length === contestRules.winners;
  return (
    <>
      <ContestHero contest={contest} session={session} onChange={refetch} />
      {state.kind === 'failed' && (
        <div className="wrap contest-own">
          <LoadError title={t('contest.failed')} onRetry={refetch} />
        </div>
      )}
      {contest && me && <OwnPart contest={contest} me={me} onSent={refetch} />}
      {contest?.state === 'drawn' && <Winners winners={contest.winners} />}
      <RulesAndDates contest={contest} />
      <Prizes prizes={contest?.prizes ?? null} isRanked={isRanked} />
      <DrawPanel contest={contest} />
      {contest && contest.state !== 'announced' && <TopTraders contest={contest} />}
    </>
  );
}

/** Shown when the operator runs no contest, with a link onwards. */
function ContestOff() {
  const { t, lang } = usePhrases();
  return (
    <div className="wrap">
      <section className="card p-card flex flex-col gap-4 contest-off">
        <Gift className="ic" />
        <h1 className="h2">{t('contest.off.title')}</h1>
        <p>{t('contest.off.text')}</p>
        <Button look="s" to={paths.home(lang)} text={t('contest.off.home')} />
      </section>
    </div>
  );
}

/** `off`: the operator runs no contest. */
type ContestState =
  | { readonly kind: 'waiting' | 'off' | 'failed' }
  | { readonly kind: 'read'; readonly contest: Contest };

interface ReadContest {
  readonly state: ContestState;
  refetch(): void;
}

/** Trades arrive from the broker, and the draw has its own minute: polling shows both. */
const refreshMs = minuteMs;

/** Loads once the login session is known, and again when it changes. */
export function useContest(session: Session): ReadContest {
  const { data, error, refetch } = usePublicRead<Contest>(contestPaths.contest, {
    userId: session.kind === 'in' ? session.user.id : null,
    isEnabled: session.kind !== 'unknown',
  });
  const isMoving = data !== null && data.state !== 'drawn';
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refetch();
  });
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => refresh(), refreshMs);
    return () => clearInterval(timer);
  }, [isMoving]);
  return { state: getState(data, error), refetch };
}

/** A lost connection does not change what is shown. */
function getState(contest: Contest | null, error: Error | null): ContestState {
  if (isApiError(error, 'contest_off')) return { kind: 'off' };
  if (contest) return { kind: 'read', contest };
  return { kind: error ? 'failed' : 'waiting' };
}

interface PrizesProps {
  /** Texts of the operator; empty: not announced. Null: loading. */
  readonly prizes: readonly string[] | null;
  /** One prize per place in the draw; otherwise all are equal. */
  readonly isRanked: boolean;
}

function Prizes({ prizes, isRanked }: PrizesProps) {
  const { t } = usePhrases();
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
      {isKnown && <PrizeCards prizes={prizes} />}
    </Section>
  );
}

function PrizeCards({ prizes }: { prizes: readonly string[] }) {
  const { t } = usePhrases();
  return (
    <>
      <ul className="prz">
        {Array.from({ length: contestRules.winners }, (_, place) => (
          <li key={place} className="card">
            <Gift className="ic" />
            <b>{prizes[place] ?? prizes[0]}</b>
            <span className="text-13 text-ink-3">{t('contest.prizes.prize', { place: place + 1 })}</span>
          </li>
        ))}
      </ul>
      <p className="text-14 text-ink-3 contest-said">{t('contest.prizes.passOn', { days: contestRules.proofDays })}</p>
    </>
  );
}

type Winner = Contest['winners'][number];

/** Ordered by place in the draw; a prize that passed on stays visible. */
function Winners({ winners }: { winners: readonly Winner[] }) {
  const { t } = usePhrases();
  return (
    <Section
      title={t('contest.winners.title')}
      titleId="winners-title"
      lead={winners.length > 0 ? t('contest.winners.lead') : t('contest.winners.none')}
    >
      {winners.length > 0 && (
        <ol className="card wn">
          {winners.map((winner) => (
            <WinnerRow key={winner.rank} winner={winner} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function WinnerRow({ winner: { rank, number, email, hash, status } }: { winner: Winner }) {
  const { t, f } = usePhrases();
  const { icon: Icon, tone } = styles[status];
  return (
    <li>
      <span className="tabular-nums text-ink-3">{rank}</span>
      <b className="tabular-nums text-ink-1">{t('contest.winners.number', { number: f.count(number) })}</b>
      <span className="text-ink-1 tabular-nums wrap-anywhere">{email}</span>
      <span className="mono text-ink-3 hs">{hash.slice(0, 12)}…</span>
      <Chip className={tone} icon={Icon} text={t(`contest.winners.${status}`)} />
    </li>
  );
}

const styles: Record<Winner['status'], { icon: LucideIcon; tone: string }> = {
  awaiting: { icon: Hourglass, tone: '' },
  confirmed: { icon: Check, tone: '' },
  paid: { icon: Check, tone: 'win' },
  forfeited: { icon: ArrowRight, tone: '' },
};
