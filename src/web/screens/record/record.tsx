import { useQuery, useMutation } from '@tanstack/react-query';
import { ChevronDown, Square } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState, useEffect, useRef } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { PublishedFigures } from '#contract/record/cards.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { minHoursForRate, minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { sharedEntry, toEntry } from '#web/record/entry-in-share.ts';
import { figuresQuery, findRated, recordStartQuery } from '#web/record/figures.ts';
import { useContradiction } from '#web/record/use-contradiction.ts';
import { lazyView, optionalView } from '#web/routing/lazy-view.tsx';
import { useIsBuilt } from '#web/routing/use-is-built.ts';
import { usePayout } from '#web/theme/site-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { askRecord } from '#web/record/ask-record.ts';
import { ErrorNote, Verdict } from '#web/record/verdict.tsx';
import { SaidChart } from './said-chart.tsx';

export const meta = pageTitle(
  ({ t }) => t('common.header.record'),
  ({ t }) => t('record.description'),
);

const ContradictionNote = optionalView(() => import('./contradiction-note.tsx'));
const EveryModel = lazyView(() => import('./every-model.tsx'), <PageLoader />);
const Money = lazyView(() => import('./money.tsx'), <PageLoader />);
const Newest = lazyView(() => import('./newest.tsx'), <PageLoader />);
const Auditors = lazyView(() => import('./auditors.tsx'), <PageLoader />);

/** Whether the forecasts are right, in one sentence and one chart, and the means to verify it: public. */
export default function RecordScreen() {
  const { t, lang } = usePhrases();
  const isKept = useQuery(recordStartQuery).data?.state !== 'replay';
  const contradiction = useContradiction();
  const shared = useSharedEntry();
  if (shared !== null && toEntry(shared) !== null)
    return <Navigate to={paths.record(lang, toEntry(shared) ?? 0)} replace />;
  return (
    <div className="wrap">
      {contradiction !== null && <ContradictionNote kind={contradiction} />}
      <div className="rec-lead max-w-205 mb-7 phone:mb-4.5">
        <h1 className="text-56 tracking-[-.035em] leading-[1.05]">{t('record.heading')}</h1>
        {isKept ? <Sentence /> : <p className={sentence}>{t('record.said.replay')}</p>}
      </div>
      {isKept && (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)_376px] gap-gutter items-start tablet:grid-cols-[minmax(0,1fr)_320px] stacked:grid-cols-1">
            <ChartCard />
            <div className="grid gap-gutter">
              <CheckAny shared={shared} />
              <CheckDay />
            </div>
          </div>
          <div className="card rec-folds mt-gutter overflow-hidden">
            <Fold title={t('record.folds.models')}>
              <EveryModel />
            </Fold>
            <Fold title={t('record.folds.money')}>
              <Money />
            </Fold>
            <Fold title={t('record.folds.newest')}>
              <Newest />
            </Fold>
            <Fold title={t('record.folds.auditors')}>
              <Auditors />
            </Fold>
          </div>
        </>
      )}
    </div>
  );
}

/** The prerendered page has no query, and the first render must match it. */
function useSharedEntry(): string | null {
  const [params] = useSearchParams();
  return useIsBuilt() ? null : sharedEntry(params);
}

/** Reserves the usual height while it loads. */
const sentence =
  'min-h-7.25 mt-3.5 text-20 leading-[1.45] [&_b]:text-ink-1 [&_b]:font-semibold phone:min-h-18.5 phone:text-[17px]';

function Sentence() {
  const { data, error, refetch } = useQuery(figuresQuery);
  const { t } = usePhrases();
  if (error) return <LoadError title={t('record.failed')} onRetry={refetch} />;
  return data ? (
    <p className={sentence}>{<Said all={data.all} />}</p>
  ) : (
    <p className={`sk ${sentence}`} aria-hidden="true" />
  );
}

function Said({ all }: { all: PublishedFigures['all'] }) {
  const { t, f } = usePhrases();
  const payout = usePayout();
  const rated = findRated(all);
  if (!rated || rated.winRate === null || rated.low === null || rated.high === null) {
    const number = f.count(all.signals.successful + all.signals.unsuccessful);
    return <Rich text={t('record.said.few', { number, enough: minOutcomesForRate, hours: minHoursForRate })} />;
  }
  const { winRate, low, high, successful, unsuccessful } = rated;
  return (
    <Rich
      text={t(rated === all.signals ? 'record.said.signals' : 'record.said.inTurn', {
        number: f.count(successful + unsuccessful),
        rate: Math.round(100 * winRate),
        margin: Math.max(1, Math.round(50 * (high - low))),
        payout: f.percent(payout),
        need: Math.round(100 * getBreakEven(payout)),
      })}
    />
  );
}

/** As tall before the chart is loaded, and with a sentence in its place. */
function ChartCard() {
  const all = useQuery(figuresQuery).data?.all;
  const need = 100 * getBreakEven(usePayout());
  // The chart shows the same group of figures as the sentence.
  return (
    <section className="card rec-chart min-h-106.5 px-6 pt-5.5 pb-4.5 has-[>p]:grid has-[>p]:place-items-center has-[>p]:text-center has-[>p]:text-balance [&_text]:stroke-s1 [&_text]:[stroke-width:4px] [&_text]:[paint-order:stroke] phone:min-h-82.5 phone:px-3.5 phone:pt-4 phone:pb-3">
      {all && <SaidChart steps={findRated(all)?.steps ?? []} need={need} />}
    </section>
  );
}

/** Opens the page of an entry, which checks it. `shared`: a text without an entry. */
function CheckAny({ shared }: { shared: string | null }) {
  const { t, lang } = usePhrases();
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const text = typed ?? shared ?? '';
  const isRefused = isWrong || (typed === null && shared !== null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const entry = toEntry(text);
    setIsWrong(entry === null);
    if (entry !== null) void navigate(paths.record(lang, entry));
  };
  return (
    <form className="card rec-box grid gap-3 px-6 pt-5.5 pb-6 phone:p-4.5" onSubmit={submit} noValidate>
      <h2 className="text-18">
        <label htmlFor={id}>{t('record.check.title')}</label>
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
        <input
          id={id}
          className="inp-t tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? `${id}-wrong` : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" look="s" text={t('record.check.button')} />
      </div>
      {isRefused && (
        <p id={`${id}-wrong`} className="text-13 loss" role="alert">
          {t('record.check.wrong')}
        </p>
      )}
    </form>
  );
}

/** Its content is loaded when it is opened. */
function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <details
      className="group not-first:border-t not-first:border-line"
      onToggle={({ currentTarget }) => currentTarget.open && setIsOpened(true)}
    >
      <summary className="cursor-pointer text-ink-1 flex items-center justify-between min-h-14 px-6 text-[15px] font-[560] list-none [&::-webkit-details-marker]:hidden phone:px-4.5">
        {title}
        <ChevronDown className="ic group-open:[transform:rotate(180deg)]" />
      </summary>
      {isOpened && (
        <div className="grid gap-4 px-6 pt-1 pb-6 *:min-w-0 phone:px-4.5 phone:pt-1 phone:pb-4.5">{children}</div>
      )}
    </details>
  );
}

/** Runs the rules of the record over its newest 24 hours, in this browser. */
function CheckDay() {
  const { t, f } = usePhrases();
  const [done, setDone] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: () => {
      setDone(0);
      running.current = new AbortController();
      return askRecord('day', {}, { abort: running.current.signal, onProgress: setDone });
    },
  });
  const stop = (): void => {
    running.current?.abort();
    reset();
  };
  const { leaves = 0, minutes = 0, uncovered = 0 } = data?.found ?? {};
  return (
    <section className="card rec-box grid gap-3 px-6 pt-5.5 pb-6 phone:p-4.5">
      <h2 className="text-18">{t('record.day.title')}</h2>
      {isPending && (
        <progress
          className="appearance-none w-full h-1.5 border-0 rounded-[3px] bg-s3 overflow-hidden [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-ink-1 [&::-moz-progress-bar]:bg-ink-1"
          value={done}
          aria-label={t('record.day.title')}
        />
      )}
      <div role="status" className="empty:-mt-3">
        {data && <Verdict checked={data} matches={t('record.day.matches')} />}
        {data?.found && (
          <p className="text-14">
            {t('record.day.read', {
              leaves: f.count(leaves),
              uncovered: f.count(uncovered),
              minutes: f.count(minutes),
            })}
          </p>
        )}
        {error && <ErrorNote error={error} />}
      </div>
      {isPending ? (
        <Button look="s" icon={Square} onClick={stop} text={t('record.day.stop')} />
      ) : (
        <Button look="s" onClick={() => mutate()} text={t(data ? 'record.day.again' : 'record.day.start')} />
      )}
    </section>
  );
}
