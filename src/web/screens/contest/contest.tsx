import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Gift, Navigation, Snowflake, Check, ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import type { Contest } from '#contract/contest.ts';
import { contestRules, imageTypes } from '#domain/contest/contest-rules.ts';
import { minuteMs } from '#domain/time.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/request.ts';
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
import { contestDays, Prizes, StepsAndDates, TopTraders, Winners } from './contest-sections.tsx';

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
    queryFn: ({ signal }) => call('GET /api/user/contest', { abort: signal, anonymous: userId === null }),
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
  return t('contest.lead', { stake: f.usd(contestRules.minStake) });
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
    mutationFn: () => call('POST /api/user/joinContest'),
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

type OwnEntry = NonNullable<Contest['me']>;

/** The participant's e-mail, progress and, after the draw, its result. */
function OwnCard({ contest, me }: { contest: Contest; me: OwnEntry }) {
  const { t } = usePhrases();
  const signals = Math.min(me.signals, me.required);
  return (
    <div className="card p-card flex flex-col gap-4">
      <div className="flex items-center justify-between flex-wrap gap-2">
        <Chip className="win" icon={Check} text={t('contest.own.joined')} />
        <span className="text-14 text-ink-3 wrap-anywhere">{me.email}</span>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="big text-[clamp(38px,11vw,52px)] whitespace-nowrap">
          {t('contest.own.count', { signals, required: me.required })}
        </h2>
        <span className="text-ink-3">
          {signals === me.required
            ? t('contest.own.complete')
            : t('contest.own.left', { count: me.required - signals })}
        </span>
      </div>
      <div className="grid grid-cols-10 gap-1.5" aria-hidden="true">
        {Array.from({ length: me.required }, (_, place) => (
          <i
            key={place}
            className="aspect-square max-w-7 rounded-[50%] border-[1.5px] border-dashed border-(--line-3) data-on:border-0 data-on:bg-ink-1"
            data-on={place < signals || undefined}
          />
        ))}
      </div>
      <p className="text-14 text-ink-2">
        <OwnState contest={contest} me={me} />
      </p>
      {me.prize?.status === 'awaiting' && <Screenshots count={me.prize.screenshots} />}
    </div>
  );
}

function OwnState({ contest: { state }, me: { signals, required, prize } }: { contest: Contest; me: OwnEntry }) {
  const { t, f } = usePhrases();
  if (prize?.status === 'awaiting') {
    const until = Date.parse(prize.sendUntil);
    return t('contest.own.awaiting', { until: `${f.day(until)}, ${f.clock(until)}` });
  }
  if (prize) return t(`contest.own.${prize.status}`);
  if (signals >= required) return state === 'drawn' ? t('contest.own.notDrawn') : t('contest.own.inDraw');
  return state === 'running' ? t('contest.own.counts') : t('contest.own.tooFew', { required });
}

/** Selects one picture of a winner's trades and uploads it at once. */
function Screenshots({ count }: { count: number }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => call('POST /api/user/contest/screenshots', { file }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['contest'] }),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    if (file) send.mutate(file);
    target.value = '';
  };
  return (
    <>
      <div className="flex items-center flex-wrap gap-3">
        <input ref={input} type="file" accept={imageTypes.join(',')} hidden onChange={choose} />
        <Button
          look="s"
          isBusy={send.isPending}
          disabled={count >= contestRules.maxScreenshots}
          onClick={() => input.current?.click()}
          icon={ImageUp}
          text={t(send.isPending ? 'contest.own.sending' : 'contest.own.send')}
        />
        <span className="text-14 text-ink-2" role="status">
          {count > 0 && t('contest.own.sent', { count })}
        </span>
      </div>
      {send.error && (
        <p className="text-14 loss" role="alert">
          {errorText(send.error)}
        </p>
      )}
      <p className="text-13 text-ink-3">{t('contest.own.kinds')}</p>
    </>
  );
}
