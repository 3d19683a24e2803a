import type { ReactNode } from 'react';
import type { SystemState } from '#contract/admin/system.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { feedNameIn, spanIn } from '#web/admin/admin-texts.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { useSystem } from '#web/admin/use-product-state.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card, Fact } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Checkup } from './checkup.tsx';
import { Processes } from './processes.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.system.title')));

const everyMs = 5_000;

/** Names, states and measurements of all components. */
export default function AdminSystem() {
  const { t } = usePhrases();
  return (
    <>
      <PageHead title={t('admin.system.title')} lead={t('admin.system.lead')} />
      <Checkup />
      <Loaded read={useSystem(everyMs)}>
        {(system) => (
          <div className="adm-parts">
            <Process system={system} />
            <Processes system={system} />
            <Feed system={system} />
            <RecordPart system={system} />
            {system.record.witnesses.length > 0 && <Witnesses system={system} />}
            {system.llm && <LanguageModels use={system.llm} />}
            <Checks system={system} />
            <Consumers system={system} />
            <Queues system={system} />
          </div>
        )}
      </Loaded>
    </>
  );
}

interface PartProps {
  readonly system: SystemState;
}

function Process({ system: { now, version, node, startedAt, memory, database } }: PartProps) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  const mib = (bytes: number): string => t('admin.system.mib', { n: f.count(bytes / 2 ** 20) });
  return (
    <Part title={t('admin.system.process')}>
      <Fact name={t('admin.system.version')}>{version}</Fact>
      <Fact name={t('admin.system.node')}>{node}</Fact>
      <Fact name={t('admin.system.uptime')}>{spanIn(phrases, Date.parse(now) - Date.parse(startedAt))}</Fact>
      <Fact name={t('admin.system.memory')}>{mib(memory.rssBytes)}</Fact>
      <Fact name={t('admin.system.heap')}>{mib(memory.heapBytes)}</Fact>
      <Fact name={t('admin.system.database')}>
        {database.answerMs === null ? t('admin.system.noAnswer') : spanIn(phrases, database.answerMs)}
      </Fact>
    </Part>
  );
}

function Feed({ system: { feed } }: PartProps) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  const yesNo = (is: boolean): string => t(is ? 'admin.system.yes' : 'admin.system.no');
  return (
    <Part title={t('admin.system.feed')}>
      <Fact name={t('admin.system.kind')}>{feedNameIn(phrases, feed.kind)}</Fact>
      <Fact name={t('admin.system.live')}>{yesNo(feed.isLive)}</Fact>
      <Fact name={t('admin.system.connected')}>{yesNo(feed.isConnected)}</Fact>
      <Fact name={t('admin.overview.delay')}>{feed.delayMs === null ? '—' : spanIn(phrases, feed.delayMs)}</Fact>
      <Fact name={t('admin.system.pairs')}>
        {t('admin.system.ofAll', { n: f.count(feed.freshPairs), all: f.count(feed.pairs) })}
      </Fact>
      {feed.notOffered.length > 0 && (
        <Fact name={t('admin.system.notOffered')}>{feed.notOffered.map(pairName).join(', ')}</Fact>
      )}
      <Fact name={t('admin.system.accepted')}>{f.count(feed.accepted)}</Fact>
      <Fact name={t('admin.overview.dropped')}>{f.count(feed.dropped)}</Fact>
    </Part>
  );
}

function RecordPart({ system: { record, signals } }: PartProps) {
  const { t, f } = usePhrases();
  const { checkpoint } = record;
  return (
    <Part title={t('admin.overview.record')}>
      <Fact name={t('admin.system.size')}>{f.count(record.size)}</Fact>
      <Fact name={t('admin.system.signed')}>{checkpoint ? f.count(checkpoint.size) : '—'}</Fact>
      <Fact name={t('admin.system.signedAt')}>
        {checkpoint
          ? `${f.date(Date.parse(checkpoint.signedAt))}, ${f.time(Date.parse(checkpoint.signedAt))}`
          : t('admin.overview.noCheckpoint')}
      </Fact>
      <Fact name={t('admin.system.openSignals')}>{f.count(signals.open)}</Fact>
      <Fact name={t('admin.overview.overdue')}>{f.count(signals.overdue)}</Fact>
    </Part>
  );
}

function Witnesses({ system: { now, record } }: PartProps) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  return (
    <Part title={t('admin.system.witnesses')}>
      {record.witnesses.map(({ name, size, cosignedAt, error }) => (
        <Fact key={name} name={<span className="wrap-anywhere">{name.split('+')[0]}</span>}>
          <span className="flex flex-wrap justify-end gap-2">
            {error && <span className="chip warn">{t(`admin.system.witnessErrors.${error}`)}</span>}
            {size === null || cosignedAt === null
              ? t('admin.system.notWitnessed')
              : t('admin.system.witnessed', {
                  n: f.count(size),
                  span: spanIn(phrases, Math.max(0, Date.parse(now) - Date.parse(cosignedAt))),
                })}
          </span>
        </Fact>
      ))}
    </Part>
  );
}

function LanguageModels({ use }: { readonly use: NonNullable<SystemState['llm']> }) {
  const { t, f } = usePhrases();
  const against = (used: number, limit: number | null, format: (n: number) => string): string =>
    limit === null
      ? t('admin.system.noLimit', { n: format(used) })
      : t('admin.system.ofAll', { n: format(used), all: format(limit) });
  return (
    <Part title={t('admin.system.llm')}>
      <Fact name={t('admin.system.callsOfHour')}>{against(use.callsOfHour, use.callsPerHour, f.count)}</Fact>
      <Fact name={t('admin.system.callsOfDay')}>{against(use.callsOfDay, use.callsPerDay, f.count)}</Fact>
      <Fact name={t('admin.system.costOfDay')}>{against(use.costOfDayUsd, use.costPerDayUsd, f.usd)}</Fact>
      <Fact name={t('admin.system.callsOfUser')}>{f.count(use.callsOfUserPerHour)}</Fact>
    </Part>
  );
}

const tones = { ok: 'win', degraded: 'warn', down: 'loss' } as const;
const names = ['database', 'feed', 'broker', 'mail', 'record', 'models'] as const;

function Checks({ system: { checks } }: PartProps) {
  const { t } = usePhrases();
  const getName = (check: string): string => {
    const known = names.find((name) => name === check);
    return known ? t(`admin.system.names.${known}`) : check;
  };
  return (
    <Part title={t('admin.system.checks')}>
      {checks.map(({ name, state }) => (
        <Fact key={name} name={getName(name)}>
          <span className={`chip ${tones[state]}`}>{t(`admin.system.states.${state}`)}</span>
        </Fact>
      ))}
    </Part>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <dl className="dl">{children}</dl>
  </Card>
);

/** What waits in the database to be taken by a process, and how long the oldest has waited. */
function Consumers({ system: { consumers } }: PartProps) {
  const phrases = usePhrases();
  const { t, f } = phrases;
  return (
    <Card className="overflow-hidden adm-consumers" title={t('admin.system.consumers')}>
      {consumers === null ? (
        <p className="p-card loss">{t('admin.system.noAnswer')}</p>
      ) : (
        <TableScroll label={t('admin.system.consumers')}>
          <DataTable
            rows={consumers}
            getKey={({ name }) => name}
            hasRowNames
            columns={[
              [t('admin.system.consumer'), ({ name }) => t(`admin.system.consumerNames.${name}`)],
              [t('admin.system.waiting'), ({ waiting }) => f.count(waiting), 'r'],
              [t('admin.system.lag'), ({ waiting, lagMs }) => (waiting === 0 ? '—' : spanIn(phrases, lagMs)), 'r'],
            ]}
          />
        </TableScroll>
      )}
    </Card>
  );
}

function Queues({ system: { jobs } }: PartProps) {
  const { t, f } = usePhrases();
  const columns = ['due', 'later', 'active', 'failed'] as const;
  return (
    <Card className="overflow-hidden adm-queues" title={t('admin.system.jobs')}>
      {jobs === null ? (
        <p className="p-card loss">{t('admin.system.noAnswer')}</p>
      ) : (
        <TableScroll label={t('admin.system.jobs')}>
          <DataTable
            rows={jobs}
            getKey={({ queue }) => queue}
            hasRowNames
            columns={[
              [t('admin.system.queue'), ({ queue }) => queue, 'mono'],
              ...columns.map(
                (column) =>
                  [t(`admin.system.${column}`), (job: (typeof jobs)[number]) => f.count(job[column]), 'r'] as const,
              ),
            ]}
          />
        </TableScroll>
      )}
    </Card>
  );
}
