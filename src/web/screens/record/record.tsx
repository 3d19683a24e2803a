import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { recordPaths } from '#contract/paths.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import type { RecordEntries, RecordEquity, RecordOverall, RecordSummary } from '#contract/record/views.ts';
import { publicQuery } from '#web/api/queries.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { recordSummaryQuery, toModelFiguresQuery } from '#web/record/model-figures.ts';
import { useContradiction } from '#web/record/use-contradiction.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { usePayout } from '#web/theme/site-settings.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { EquityCard } from './figures/equity-card.tsx';
import { Leaderboard } from './figures/leaderboard.tsx';
import { Overall } from './figures/overall.tsx';
import { sourceWithFigures } from './figures/standing.ts';
import { Later } from './later.tsx';
import { Waiting } from './waiting.tsx';
import { periods, type RecordView, toQuery, useRecordAddress } from './use-record-address.ts';

export const meta = pageTitle(
  ({ t }) => t('record.title'),
  ({ t }) => t('record.description'),
);

/** Outcomes of all signals, and the means to verify them: public. */
export default function RecordScreen() {
  const { t } = usePhrases();
  const [view, change] = useRecordAddress();
  const summary = useQuery(recordSummaryQuery);
  const range = { payout: view.payout, days: view.days };
  const overall = useQuery({
    ...publicQuery<RecordOverall>(`${recordPaths.overall}${toQuery(range)}`),
    placeholderData: keepPreviousData,
  });
  const models = useQuery({
    ...toModelFiguresQuery(toQuery(range)),
    placeholderData: keepPreviousData,
  });
  const shown = { ...view, source: view.source ?? sourceWithFigures(models.data ?? []) };
  const equityQuery = { ...range, aiModel: view.model, source: shown.source === 'shadow' ? 'shadow' : null };
  const equity = useQuery({
    ...publicQuery<RecordEquity>(`${recordPaths.equity}${toQuery(equityQuery)}`),
    placeholderData: keepPreviousData,
    // The figures decide the source that the address does not name.
    enabled: view.source !== null || !models.isPending,
  });
  const contradiction = useContradiction();
  const quorum = summary.data?.witnesses.quorum ?? null;
  const operatorPayout = usePayout();
  const payout = view.payout ?? operatorPayout;
  // A requested entry loads together with the cards above it, which would otherwise push it down.
  const asksEntry = view.entry !== null;
  const failed = [summary, overall, models, equity].filter(({ error }) => error !== null);
  return (
    <div className="wrap">
      <div className="ph rec-ph">
        <div className="flex flex-col gap-3 rec-lead">
          <h1 className="h1">{t('record.title')}</h1>
          <p>{t('record.lead')}</p>
          <div className="rec-overall">
            {overall.data && summary.data ? (
              <Overall overall={overall.data} summary={summary.data} payout={payout} days={view.days} />
            ) : (
              failed.length === 0 && <span className="sk" aria-hidden="true" />
            )}
          </div>
          <div className="flex flex-wrap gap-x-4 gap-y-2 text-14">
            <TextLink href="#check" text={t('record.check')} />
          </div>
        </div>
        <PeriodPicker days={view.days} onChoose={(days) => change({ days })} />
      </div>
      <div className="flex flex-col gap-6">
        {contradiction !== null && (
          <Later isNeeded>{({ ContradictionNote }) => <ContradictionNote kind={contradiction} />}</Later>
        )}
        {failed.length > 0 && (
          <LoadError title={t('record.failed')} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
        )}
        <Leaderboard models={models.data ?? null} {...{ payout, quorum }} view={shown} onChange={change} />
        <div className="rec-g">
          <Later isNeeded={asksEntry}>
            {({ CalibrationCard }) => <CalibrationCard models={models.data ?? null} view={shown} onChange={change} />}
          </Later>
          <EquityCard equity={equity.data ?? null} view={shown} onChange={change} />
        </div>
        <div id="check">
          <Later isNeeded={asksEntry}>
            {({ VerifyCard }) => (
              <VerifyCard
                requested={view.entry}
                size={summary.data?.size ?? null}
                quorum={quorum}
                onAsk={(entry) => change({ entry })}
              />
            )}
          </Later>
        </div>
        <EntryList view={view} quorum={quorum} onChange={change} />
        <Later>{({ CoverageCard }) => <CoverageCard />}</Later>
        {models.data && summary.data && <Facts models={models.data ?? null} summary={summary.data} />}
      </div>
    </div>
  );
}

function PeriodPicker({ days, onChoose }: { days: RecordView['days']; onChoose: (days: RecordView['days']) => void }) {
  const { t } = usePhrases();
  return (
    <SegmentedRadio
      className="sm rec-period"
      name="record-period"
      options={[...periods, 'all']}
      chosen={days ?? 'all'}
      label={(one) => t(one === 'all' ? 'record.period.all' : `record.period.d${one}`)}
      onChoose={(one) => onChoose(one === 'all' ? null : one)}
      aria-label={t('record.period.label')}
    />
  );
}

interface EntryListProps {
  readonly view: RecordView;
  /** Number of witnesses required for a proof; null: not loaded yet. */
  readonly quorum: number | null;
  readonly onChange: (change: Partial<RecordView>) => void;
}

const pageSize = 10;

/** Every signal issued to users, newest first; before its expiry only the hash is shown. */
function EntryList({ view, quorum, onChange }: EntryListProps) {
  const { t } = usePhrases();
  const isWide = useIsWide();
  const before = view.before === null ? '' : `&before=${view.before}`;
  const { data, isPending, isPlaceholderData, error, refetch } = useQuery({
    ...publicQuery<RecordEntries>(`${recordPaths.entries}?limit=${pageSize}${before}`),
    placeholderData: keepPreviousData,
  });
  const isWaiting = isPending || isPlaceholderData;
  const older = data?.older ?? null;
  return (
    <Card
      title={t('record.list.title')}
      titleId="list-title"
      aria-busy={isWaiting}
      aside={<span className="text-13 text-ink-3">{t('record.list.newest')}</span>}
    >
      {error !== null && <LoadError title={t('record.failed')} onRetry={refetch} />}
      {data?.items.length === 0 && <p className="text-14 rec-said">{t('record.list.empty')}</p>}
      {data && data.items.length > 0 && (
        <div className={isWaiting ? 'rec-stale' : undefined}>
          <Later>
            {({ EntryTable, EntryCards }) => {
              const Rows = isWide ? EntryTable : EntryCards;
              const isProofShown = quorum !== null && quorum > 0;
              return <Rows items={data.items} isProofShown={isProofShown} onCheck={(entry) => onChange({ entry })} />;
            }}
          </Later>
        </div>
      )}
      {!data && error === null && <Waiting />}
      {(view.before !== null || older !== null) && (
        <div className="rec-pager">
          <Button
            look="s sm"
            disabled={view.before === null}
            onClick={() => onChange({ before: null })}
            text={t('record.list.newer')}
          />
          <Button
            look="s sm"
            disabled={older === null || isWaiting}
            onClick={() => onChange({ before: older })}
            text={t('record.list.older')}
          />
        </div>
      )}
    </Card>
  );
}

const Facts = (facts: { models: readonly ModelFigures[]; summary: RecordSummary }) => (
  <Later>{({ FactsCard }) => <FactsCard {...facts} />}</Later>
);
