import { recordPaths } from '#contract/paths.ts';
import type { RecordEntries } from '#contract/record/views.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Later } from './later.tsx';
import type { RecordView } from './use-record-address.ts';
import { Waiting } from './waiting.tsx';

interface EntryListProps {
  readonly view: RecordView;
  /** Number of witnesses required for a proof; null: not loaded yet. */
  readonly quorum: number | null;
  readonly onChange: (change: Partial<RecordView>) => void;
}

const pageSize = 10;

/** Every signal issued to users, newest first; before its expiry only the hash is shown. */
export function EntryList({ view, quorum, onChange }: EntryListProps) {
  const { t } = usePhrases();
  const isWide = useIsWide();
  const before = view.before === null ? '' : `&before=${view.before}`;
  const { data, isWaiting, error, refetch } = usePublicRead<RecordEntries>(
    `${recordPaths.entries}?limit=${pageSize}${before}`,
  );
  const older = data?.older ?? null;
  return (
    <section className="card" aria-labelledby="list-title" aria-busy={isWaiting}>
      <div className="card-h">
        <h2 id="list-title" className="h3">
          {t('record.list.title')}
        </h2>
        <span className="text-13 text-ink-3">{t('record.list.newest')}</span>
      </div>
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
          <button
            type="button"
            className="btn btn-s btn-sm"
            disabled={view.before === null}
            onClick={() => onChange({ before: null })}
          >
            {t('record.list.newer')}
          </button>
          <button
            type="button"
            className="btn btn-s btn-sm"
            disabled={older === null || isWaiting}
            onClick={() => onChange({ before: older })}
          >
            {t('record.list.older')}
          </button>
        </div>
      )}
    </section>
  );
}
