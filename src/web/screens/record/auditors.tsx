import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CoverageDay, RecordStart } from '#contract/record/record.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { callQuery } from '#web/api/queries.ts';
import { toAddress } from '#web/api/address.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { askRecord } from '#web/record/ask-record.ts';
import { FeedCalibration } from '#web/record/feed-calibration.tsx';
import { modelFiguresQuery, recordStartQuery } from '#web/record/figures.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { Broken, ErrorNote } from '#web/record/verdict.tsx';

/** What an auditor needs to check the whole record without this page. */
export default function Auditors() {
  const { t } = usePhrases();
  const start = useQuery(recordStartQuery).data;
  if (!start) return <PageLoader />;
  return (
    <div className="rec-audit grid gap-7 text-[length:var(--fs-14)] [&_code]:wrap-anywhere [&_code]:whitespace-pre-wrap">
      <Keys start={start} />
      <Part title={t('record.audit.how')}>
        <p>{t('record.audit.howText')}</p>
        <code className="mono">{`npm run verify-record -- ${location.origin}`}</code>
      </Part>
      <Part title={t('record.audit.unknown')}>
        <ul className="list-disc pl-5">
          {(['prices', 'second', 'reader'] as const).map((one) => (
            <li key={one}>{t(`record.audit.${one}`)}</li>
          ))}
        </ul>
      </Part>
      <Coverage />
      <Versions />
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2 min-w-0">
    <h3 className="h4">{title}</h3>
    {children}
  </section>
);

function Keys({ start: { key, size, witnesses } }: { start: RecordStart }) {
  const { t, f } = usePhrases();
  const cosigned = useQuery(
    callQuery('GET /api/record/checkpoints', {
      query: { from: Math.max(0, size - recentLeaves), limit: 1000 },
      anonymous: true,
    }),
  ).data?.items.at(-1);
  return (
    <Part title={t('record.audit.key')}>
      <code className="mono">{key}</code>
      <p>
        {t('record.audit.size', { number: f.count(size) })}{' '}
        <TextLink href={'/api/record/checkpoint'} text={t('record.audit.checkpoint')} />
      </p>
      <p>
        {witnesses.quorum === 0 ? t('record.audit.noWitnesses') : t('record.audit.witnesses', witnesses)}{' '}
        {cosigned && t('record.audit.cosigned', { number: f.count(cosigned.size) })}
      </p>
    </Part>
  );
}

/** How many of the newest leaves are searched for a cosigned checkpoint. */
const recentLeaves = 1_000;

function Coverage() {
  const { t, f } = usePhrases();
  const days = useQuery(callQuery('GET /api/record/coverage', { anonymous: true })).data?.days;
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : f.percent(part / whole, 2));
  return (
    <Part title={t('record.audit.coverage')}>
      <p>{t('record.audit.coverageText')}</p>
      {days && (
        <div className="rec-scroll overflow-x-auto phone:[&_.tbl_:is(td,th)]:pl-0 phone:[&_.tbl_:is(td,th)]:pr-1.5 phone:[&_.tbl_:is(td,th)]:whitespace-normal">
          <DataTable<CoverageDay>
            caption={t('record.audit.coverage')}
            rows={days.slice(0, shownDays)}
            getKey={({ day }) => day}
            hasRowNames
            columns={[
              [t('record.audit.day'), ({ day }) => f.date(Date.parse(`${day}T12:00Z`))],
              [t('record.audit.minutes'), ({ open, covered }) => share(open - covered, open), 'r'],
              [t('record.audit.noPrice'), ({ noPrice, decided }) => share(noPrice, decided), 'r'],
              [t('record.audit.voided'), ({ voided, signals }) => share(voided, signals), 'r'],
            ]}
          />
        </div>
      )}
    </Part>
  );
}

const shownDays = 31;

/** The versions that the newest open minute names, from their leaves, and what they are calibrated to. */
function Versions() {
  const { t, f, lang } = usePhrases();
  const { data, error } = useQuery({
    queryKey: ['public', 'record-versions'],
    queryFn: ({ signal }) => askRecord('versions', {}, { abort: signal }),
  });
  const known = useQuery(modelFiguresQuery).data;
  // The first minute opens after its last expiry.
  if (data?.found?.versions.length === 0) return null;
  return (
    <Part title={t('record.audit.versions')}>
      {error && <ErrorNote error={error} />}
      {data && <Broken checked={data} />}
      {data?.found?.versions.map(({ index, leaf }) => {
        if (leaf?.kind !== 'version') return null;
        const { model, id, file } = leaf;
        const state = known?.find((one) => one.model === model);
        return (
          <details key={index}>
            <summary className="cursor-pointer text-ink-1">
              {aiModelName(model)} <span className="mono">{id}</span>
            </summary>
            <p>
              <TextLink to={paths.record(lang, index)} text={t('record.number', { number: f.count(index) })} />{' '}
              {file !== null && (
                <TextLink
                  href={toAddress('GET /api/record/model/:sha256', { params: { sha256: file } })}
                  text={t('record.audit.file')}
                />
              )}
            </p>
            {state && <FeedCalibration model={model} calibration={state.calibration} />}
          </details>
        );
      })}
    </Part>
  );
}
