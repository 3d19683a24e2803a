import { useQuery } from '@tanstack/react-query';
import { recordPaths } from '#contract/paths.ts';
import type { MonthCoverage, RecordCoverage } from '#contract/record/views.ts';
import { toKeys } from '#domain/objects.ts';
import { publicQuery } from '#web/api/queries.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Waiting } from '../waiting.tsx';

/** By month: the share of the minutes without forecasts, and of the signals that do not count. */
export function CoverageCard() {
  const { t } = usePhrases();
  const { data, error, refetch } = useQuery(publicQuery<RecordCoverage>(recordPaths.coverage));
  return (
    <Card
      title={t('recordCheck.coverage.title')}
      titleId="coverage-title"
      aside={<span className="text-13 text-ink-3">{t('recordCheck.coverage.how')}</span>}
    >
      <p className="text-14 rec-said">{t('recordCheck.coverage.text')}</p>
      {error !== null && <LoadError title={t('record.failed')} onRetry={refetch} />}
      {!data && error === null && <Waiting />}
      {data?.months.length === 0 && <p className="text-14 rec-said">{t('recordCheck.coverage.empty')}</p>}
      {data && data.months.length > 0 && (
        <dl className="rec-facts">
          {data.months.map((one) => (
            <Month key={one.month} coverage={one} />
          ))}
        </dl>
      )}
    </Card>
  );
}

function Month({ coverage }: { coverage: MonthCoverage }) {
  const phrases = usePhrases();
  const { f } = phrases;
  return (
    <div>
      <dt>
        <time dateTime={coverage.month}>{f.month(Date.parse(`${coverage.month}-01`))}</time>
      </dt>
      <dd>
        <Line parts={minuteParts(coverage, phrases)} />
        <Line parts={signalParts(coverage, phrases)} />
      </dd>
    </div>
  );
}

function Line({ parts: [sum = '', ...reasons] }: { parts: readonly string[] }) {
  return (
    <span className="flex flex-col basis-full tabular-nums">
      <span>
        <Rich text={sum} />
      </span>
      {reasons.length > 0 && <span className="text-13 text-ink-3">{reasons.join(' · ')}</span>}
    </span>
  );
}

/** Closed minutes are listed among the reasons, but do not count as missing. */
function minuteParts({ minutes, gaps }: MonthCoverage, { t, f }: Phrases): string[] {
  const missing = gaps.stopped + gaps.late + gaps.no_forecast;
  const reasons = toKeys(gaps).filter((reason) => gaps[reason] > 0);
  const working = minutes + missing;
  const share = getShare(missing, working, f);
  return [
    working === 0
      ? t('recordCheck.coverage.noMinutes')
      : t('recordCheck.coverage.minutes', { count: minutes, number: f.count(minutes), share }),
    ...reasons.map((reason) =>
      t('recordCheck.coverage.reasonMinutes', {
        reason: t(`recordCheck.gapReason.${reason}`),
        number: f.count(gaps[reason]),
      }),
    ),
  ];
}

function signalParts({ signals, practice, voids }: MonthCoverage, phrases: Phrases): string[] {
  const { t, f } = phrases;
  if (signals + practice === 0) return [t('recordCheck.coverage.noSignals')];
  const reasons = toKeys(voids).filter((reason) => voids[reason] > 0);
  const voided = reasons.reduce((sum, reason) => sum + voids[reason], 0);
  const share = getShare(voided, signals + practice, f);
  return [
    t('recordCheck.coverage.notCounted', { issued: issuedText(signals, practice, phrases), share }),
    ...reasons.map((reason) =>
      t('recordCheck.coverage.reason', { reason: t(`common.voidReason.${reason}`), number: f.count(voids[reason]) }),
    ),
  ];
}

/** What users received: signals, and practice beside them. */
function issuedText(signals: number, practice: number, { t, f }: Phrases): string {
  const own = t('recordCheck.coverage.signals', { count: signals, number: f.count(signals) });
  if (practice === 0) return own;
  const practised = t('recordCheck.coverage.practice', { count: practice, number: f.count(practice) });
  return signals === 0 ? practised : t('recordCheck.coverage.both', { signals: own, practice: practised });
}

/** Precise enough to show a single missing minute of a month. */
const getShare = (part: number, whole: number, f: Phrases['f']): string =>
  part === 0 ? f.percent(0) : f.percent(part / whole, 2);
