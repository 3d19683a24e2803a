import { Gift } from 'lucide-react';
import { lazy } from 'react';
import { Link } from 'react-router';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session-store.ts';
import { Optional } from '#web/ui/optional.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { ContestHero } from './contest-hero.tsx';
import { DrawPanel } from './draw-panel.tsx';
import { Prizes } from './prizes.tsx';
import { RulesAndDates } from './rules-and-dates.tsx';
import { TopTraders } from './top-traders.tsx';
import { useContest } from './use-contest.ts';
import { Winners } from './winners.tsx';

export const meta = pageTitle(
  ({ t }) => t('contest.pageTitle'),
  ({ t }) => t('contest.description'),
);

const OwnPart = lazy(async () => ({ default: (await import('./own-part.tsx')).OwnPart }));

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
      {contest && me && (
        <Optional>
          <OwnPart contest={contest} me={me} onSent={refetch} />
        </Optional>
      )}
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
        <Gift className="ic" aria-hidden="true" />
        <h1 className="h2">{t('contest.off.title')}</h1>
        <p>{t('contest.off.text')}</p>
        <Link className="btn btn-s" to={paths.home(lang)}>
          {t('contest.off.home')}
        </Link>
      </section>
    </div>
  );
}
