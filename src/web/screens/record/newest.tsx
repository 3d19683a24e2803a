import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { askRecord } from '#web/record/ask-record.ts';
import type { ShownSignal } from '#web/record/check-record.ts';
import { Result, Spoke, Stated } from '#web/record/signal-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TableOrCards } from '#web/ui/data-table.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { ErrorNote, Verdict } from '#web/record/verdict.tsx';

const listQuery = (before: number | null) =>
  queryOptions({
    queryKey: ['public', 'record-list', before],
    queryFn: ({ signal }) => askRecord('list', { before }, { abort: signal }),
  });

/** Signals, newest first: leaves with their proofs, which this browser has checked. */
export default function Newest() {
  const { t, f, lang } = usePhrases();
  const [before, setBefore] = useState<number | null>(null);
  const { data, error, isPlaceholderData } = useQuery({ ...listQuery(before), placeholderData: keepPreviousData });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <PageLoader />;
  const { signals, older } = data.found ?? { signals: [], older: null };
  if (data.found?.signals.length === 0) return <p className="text-14">{t('record.list.empty')}</p>;
  const link = ({ index }: ShownSignal) => (
    <TextLink to={paths.record(lang, index)} text={t('record.number', { number: f.count(index) })} />
  );
  const time = ({ signal }: ShownSignal) =>
    signal && `${f.date(Date.parse(signal.at))} ${f.time(Date.parse(signal.at))}`;
  return (
    <div aria-busy={isPlaceholderData}>
      <div role="status">
        <Verdict checked={data} matches={t('record.list.matches')} />
      </div>
      <TableOrCards
        rows={signals}
        getKey={({ index }) => index}
        caption={t('record.folds.newest')}
        hasRowNames
        columns={[
          [t('record.list.number'), link],
          [t('record.list.at'), time],
          [t('record.list.forecast'), (one) => <Stated shown={one} />],
          [t('record.list.model'), ({ signal }) => <Spoke signal={signal} />],
          [t('record.list.result'), (one) => <Result shown={one} />],
        ]}
        card={(one) => (
          <>
            <Stated shown={one} />
            <Result shown={one} />
            <span className="col-span-full text-13 text-ink-3">
              {link(one)} {time(one)}
            </span>
          </>
        )}
      />
      <div className="flex justify-between gap-3 pt-3.5">
        <Button look="s sm" disabled={before === null} onClick={() => setBefore(null)} text={t('record.list.newer')} />
        <Button
          look="s sm"
          disabled={older === null || isPlaceholderData}
          onClick={() => setBefore(older)}
          text={t('record.list.older')}
        />
      </div>
    </div>
  );
}
