import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Gift, Navigation, Snowflake } from 'lucide-react';
import type { Contest } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { brand } from '#domain/brand.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { minuteMs } from '#domain/time.ts';
import { isApiError } from '#web/api/api-error.ts';
import { getJson } from '#web/api/request.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { type Session, useSession } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Contours } from '#web/ui/figures/contours.tsx';
import { PageHero } from '#web/ui/section.tsx';
import { contestDays } from './contest-days.ts';
import { Prizes, StepsAndDates, TopTraders, Winners } from './contest-sections.tsx';
import { OwnCard } from './own-card.tsx';

export const meta = pageTitle(
  ({ t }) => t('common.footer.contest'),
  ({ t }) => t('contest.description'),
);

/** The draw and the screenshots of winners are an administrator's: polling shows them. */
const refreshMs = minuteMs;

/** The challenge for visitors, for participants, and for everyone after the draw. */
export default function ContestScreen() {
  const { t } = usePhrases();
  const session = useSession();
  const userId = session.kind === 'in' ? session.user.id : null;
  const { data, error, refetch } = useQuery({
    queryKey: ['contest', userId],
    queryFn: ({ signal }) => getJson<Contest>(contestPaths.contest, { abort: signal, anonymous: userId === null }),
    enabled: session.kind !== 'unknown',
    refetchInterval: refreshMs,
  });
  if (isApiError(error, 'contest_off')) return <ContestOff />;
  const contest = data ?? null;
  return (
    <>
      <Hero contest={contest} session={session} />
      {contest === null && error && (
        <div className="wrap pt-[clamp(32px,4vw,56px)]">
          <LoadError title={t('contest.failed')} onRetry={() => void refetch()} />
        </div>
      )}
      <StepsAndDates contest={contest} />
      <Prizes prizes={contest?.prizes ?? null} />
      <Winners contest={contest} />
      <TopTraders traders={contest?.topTraders ?? []} />
    </>
  );
}

/** Shown when the operator runs no contest, with a link onwards. */
function ContestOff() {
  const { t, lang } = usePhrases();
  return (
    <div className="wrap">
      <section className="card p-card flex max-w-[620px] flex-col items-start gap-4">
        <Gift className="ic" />
        <h1 className="h2">{t('contest.off.title')}</h1>
        <p>{t('contest.off.text')}</p>
        <Button look="s" to={paths.home(lang)} text={t('contest.off.home')} />
      </section>
    </div>
  );
}

/** `contest`: null while it loads. */
function Hero({ contest, session }: { contest: Contest | null; session: Session }) {
  const { t } = usePhrases();
  return (
    <PageHero picture={<Contours />}>
      <div className="wrap grid grid-cols-[minmax(0,1fr)_minmax(0,560px)] items-start gap-x-16 tablet:grid-cols-[minmax(0,1fr)] tablet:grid-rows-[repeat(3,auto)] tablet:gap-8">
        <div>
          <Period contest={contest} />
          <h1>{t('contest.title')}</h1>
          <p className="lead">
            <Lead state={contest?.state ?? 'running'} />
          </p>
          <div className="cta">
            {contest ? (
              <Action contest={contest} session={session} />
            ) : (
              <span className="sk h-14 w-[220px] phone:w-full" aria-hidden="true" />
            )}
          </div>
        </div>
        {contest?.me?.joined && <OwnCard contest={contest} me={contest.me} />}
      </div>
    </PageHero>
  );
}

function Period({ contest }: { contest: Contest | null }) {
  const { t, f } = usePhrases();
  if (!contest) return <span className="sk mb-5 block h-7 w-[190px] rounded-full" aria-hidden="true" />;
  const { first, last } = contestDays(contest, f);
  return (
    <Chip
      className="mb-5"
      icon={Snowflake}
      text={
        contest.state === 'drawn' ? t('contest.ended', { day: last }) : t('contest.period', { from: first, to: last })
      }
    />
  );
}

function Lead({ state }: Pick<Contest, 'state'>) {
  const { t, f } = usePhrases();
  if (state === 'drawn') return t('contest.leadDrawn');
  if (state === 'closed') return t('contest.leadClosed');
  return t('contest.lead', { brand: brand.name, stake: f.usd(contestRules.minStake) });
}

const waitText = 'flex min-h-14 items-center text-[1.125rem] text-ink-1';

/** What the reader can do now. */
function Action({ contest, session }: { contest: Contest; session: Session }) {
  const { t, lang, f } = usePhrases();
  if (contest.state === 'drawn' || contest.state === 'closed') return <p className={waitText}>{t('contest.closed')}</p>;
  if (contest.me?.joined)
    return <Button look="p lg" to={paths.signal(lang)} icon={Navigation} text={t('contest.getSignal')} />;
  if (contest.state === 'announced')
    return <p className={waitText}>{t('contest.opens', { day: contestDays(contest, f).first })}</p>;
  if (session.kind !== 'in')
    return <Button look="p lg" to={paths.login(lang, paths.contest(lang))} text={t('contest.signInToJoin')} />;
  if (session.user.roles.includes('admin')) return <p className={waitText}>{t('contest.notForTeam')}</p>;
  if (!session.user.isActivated)
    return <Button look="p lg" to={paths.confirmEmail(lang, paths.contest(lang))} text={t('contest.confirmEmail')} />;
  return <JoinButton />;
}

function JoinButton() {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const join = useMutation({
    mutationFn: () => getJson(contestPaths.join, { method: 'POST', body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['contest'] }),
  });
  return (
    <>
      <Button look="p lg" isBusy={join.isPending} onClick={() => join.mutate()} text={t('contest.join')} />
      {join.error && (
        <p className="text-14 loss basis-full" role="alert">
          {errorText(join.error)}
        </p>
      )}
    </>
  );
}
