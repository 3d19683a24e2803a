import { Snowflake } from 'lucide-react';
import type { Contest } from '#contract/contest.ts';
import { brand } from '#domain/brand.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Session } from '#web/session/session-store.ts';
import { Contours } from '#web/ui/figures/contours.tsx';
import { contestDays } from './contest-days.ts';
import { HeroAction } from './hero-action.tsx';
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
    <span className="chip contest-period">
      <Snowflake className="ic" aria-hidden="true" />
      {isOver ? t('contest.ended', { day: last }) : t('contest.period', { from: first, to: last })}
    </span>
  );
}

function Lead({ state }: { state: Contest['state'] | null }) {
  const { t, f } = usePhrases();
  if (state === 'drawn') return t('contest.leadDrawn');
  if (state === 'closed') return t('contest.leadClosed');
  return t('contest.lead', { brand: brand.name, stake: f.usd(contestRules.minStake) });
}
