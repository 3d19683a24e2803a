import { Navigation, Snowflake } from 'lucide-react';
import { useState } from 'react';
import type { Contest } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { brand } from '#domain/brand.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { getJson } from '#web/api/request.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import type { Session } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Contours } from '#web/ui/figures/contours.tsx';
import { contestDays } from './contest-days.ts';
import { HeroCard } from './hero-card.tsx';

interface ContestHeroProps {
  /** Null: loading. */
  readonly contest: Contest | null;
  readonly session: Session;
  /** Called after joining or leaving. */
  readonly onChange: () => void;
}

export function ContestHero({ contest, session, onChange }: ContestHeroProps) {
  const { t } = usePhrases();
  return (
    <section className="hero hero-s hero-top">
      <div className="hero-bg">
        <Contours />
      </div>
      <div className="wrap hero-g">
        <div>
          <Period contest={contest} />
          <h1>{t('contest.title')}</h1>
          <p className="lead">
            <Lead state={contest?.state ?? null} />
          </p>
          <div className="cta">
            <HeroAction contest={contest} session={session} onChange={onChange} />
          </div>
        </div>
        <HeroCard contest={contest} />
      </div>
    </section>
  );
}

function Period({ contest }: { contest: Contest | null }) {
  const { t, f } = usePhrases();
  if (!contest) return <span className="sk contest-period" aria-hidden="true" />;
  const { first, last } = contestDays(contest, f);
  const isOver = contest.state === 'drawn';
  return (
    <Chip
      className="contest-period"
      icon={Snowflake}
      text={isOver ? t('contest.ended', { day: last }) : t('contest.period', { from: first, to: last })}
    />
  );
}

function Lead({ state }: { state: Contest['state'] | null }) {
  const { t, f } = usePhrases();
  if (state === 'drawn') return t('contest.leadDrawn');
  if (state === 'closed') return t('contest.leadClosed');
  return t('contest.lead', { brand: brand.name, stake: f.usd(contestRules.minStake) });
}

/** The available action, with the rules or the button to leave next to it. */
export function HeroAction({ contest, session, onChange }: ContestHeroProps) {
  const { t } = usePhrases();
  if (contest?.state === 'drawn') {
    return (
      <>
        <Button look="p lg" href="#draw" text={t('contest.checkDraw')} />
        <RulesLink />
      </>
    );
  }
  const canLeave = contest?.me?.joined && contest.state === 'running';
  return (
    <>
      {contest ? (
        <Action contest={contest} session={session} onJoined={onChange} />
      ) : (
        <span className="sk contest-action" aria-hidden="true" />
      )}
      {canLeave ? <LeaveChallenge onLeft={onChange} /> : <RulesLink />}
    </>
  );
}

function RulesLink() {
  const { t } = usePhrases();
  return <Button look="s lg" href="#rules" text={t('contest.readRules')} />;
}

function Action({ contest, session, onJoined }: { contest: Contest; session: Session; onJoined: () => void }) {
  const { t, lang, f } = usePhrases();
  if (contest.me?.joined) {
    return <Button look="p lg" to={paths.signal(lang)} icon={Navigation} text={t('contest.getSignal')} />;
  }
  if (contest.state === 'announced') {
    return <p className="contest-wait">{t('contest.opens', { day: contestDays(contest, f).first })}</p>;
  }
  if (contest.state === 'closed') return <p className="contest-wait">{t('contest.closed')}</p>;
  if (session.kind !== 'in') {
    return <Button look="p lg" to={paths.login(lang, paths.contest(lang))} text={t('contest.signInToJoin')} />;
  }
  if (session.user.roles.includes('admin')) return <p className="contest-wait">{t('contest.notForTeam')}</p>;
  if (!session.user.isActivated) {
    return <Button look="p lg" to={paths.confirmEmail(lang, paths.contest(lang))} text={t('contest.confirmEmail')} />;
  }
  return <JoinButton onJoined={onJoined} />;
}

function JoinButton({ onJoined }: { onJoined: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const join = useAction(async () => {
    await getJson(contestPaths.join, { method: 'POST', body: {} });
    onJoined();
  });
  return (
    <>
      <Button action={join} look="p lg" text={t('contest.join')} />
      {join.error !== null && (
        <p className="text-14 loss contest-fault" role="alert">
          {errorText(join.error)}
        </p>
      )}
    </>
  );
}

const LeaveDialog = lazyView(() => import('./leave-dialog.tsx'));

/** The button to leave, as visible as the one to join. */
function LeaveChallenge({ onLeft }: { onLeft: () => void }) {
  const { t } = usePhrases();
  const [isRequested, setIsRequested] = useState(false);
  return (
    <>
      <Button look="g lg" aria-haspopup="dialog" onClick={() => setIsRequested(true)} text={t('contest.leave.open')} />
      {isRequested && <LeaveDialog onLeft={onLeft} onClose={() => setIsRequested(false)} />}
    </>
  );
}
