import { ShieldCheck, ShieldX } from 'lucide-react';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { auditActions, operatorId } from '#domain/accounts/audit-action.ts';
import { actionName, f } from '#web/admin/admin-texts.ts';
import { OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { When } from '#web/admin/table-cells.tsx';
import { FilterChoices, FilterDay } from '#web/filters/filter-fields.tsx';
import { operatorTitle } from '#web/language/page-title.ts';
import { usePathLanguage } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = operatorTitle('Audit log');

const lead =
  'Who, what and why. Each entry is chained to the last by its fingerprint; nobody can change one, administrators included.';

/** Audit log of the administrators: append-only, with every entry checked against its hash. */
export default function AdminAudit() {
  const list = useOperatorList({
    call: 'GET /api/admin/audit',
    filterNames: ['day', 'who', 'action'],
    toQuery,
  });
  const { filters, data } = list;
  const actors = (data?.actors ?? []).map(({ id, email }) => [id, email] as const);
  const actions = auditActions.map((action) => [action, actionName(action)] as const);
  return (
    <>
      <PageHead title="Audit log" lead={lead} />
      <OperatorList
        list={list}
        filters={
          <>
            <FilterDay filters={filters} name="day" label="Day" />
            <FilterChoices
              filters={filters}
              choices={[
                ['who', 'Who', 'Who: all', actors],
                ['action', 'What', 'Action: all', actions],
              ]}
            />
          </>
        }
        columns={columns}
        getKey={({ id }) => id}
        empty="No entries match."
      />
      {data && data.items.length > 0 && <Chain isIntact={data.items.every((entry) => entry.isIntact)} />}
    </>
  );
}

function toQuery(query: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(query);
  const day = getDay(params.get('day') ?? '');
  params.delete('day');
  if (day) for (const [name, instant] of Object.entries(day)) params.set(name, instant);
  return params;
}

/** Start of a day (`YYYY-MM-DD`) of the reader and of the next; null: not a valid day. */
export function getDay(day: string): { from: string; to: string } | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return null;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  const from = new Date(year, month - 1, date);
  if (from.getMonth() !== month - 1) return null;
  return { from: from.toISOString(), to: new Date(year, month - 1, date + 1).toISOString() };
}

const columns: readonly Column<AuditEntry>[] = [
  ['When', ({ at }) => <When at={at} />],
  ['Who', toActor, 'text-ink-1 cell-text'],
  ['What', ({ action }) => actionName(action)],
  ['Target', (entry) => <Target entry={entry} />, 'pairc cell-text'],
  ['Why', toReason, 'cell-text max-w-[340px]'],
  [
    'Fingerprint',
    ({ fingerprint, isIntact }) => (
      <>
        <span className="mono text-ink-3">{fingerprint?.slice(0, 8) ?? '—'}</span>
        {!isIntact && <b className="loss block">doesn’t match</b>}
      </>
    ),
    'r',
  ],
];

/** A user, or an operator by a command; a deleted account is shown by its id. */
function toActor({ actor: { id, email } }: AuditEntry) {
  if (id === operatorId) return 'server command';
  return email ?? <span title={id}>deleted account</span>;
}

/** A signal number links to the signal, a user is shown by the e-mail address. */
function Target({ entry: { targetId, targetEmail, targetNumber } }: { readonly entry: AuditEntry }) {
  const lang = usePathLanguage();
  if (targetNumber !== null) {
    return <TextLink to={paths.adminSignal(lang, targetId)} text={`No. ${f.count(targetNumber)}`} />;
  }
  if (targetEmail !== null) return <TextLink to={paths.adminUser(lang, targetId)} text={targetEmail} />;
  return <span className="mono">{isId.test(targetId) ? targetId.slice(0, 8) : targetId}</span>;
}

const isId = /^[\da-f]{8}-/;

/** The administrator's reason, otherwise what changed. */
function toReason({ reason, before, after }: AuditEntry): string {
  if (reason !== null) return reason;
  return before && after ? `${toWords(before)} → ${toWords(after)}` : '—';
}

const toWords = (state: NonNullable<AuditEntry['after']>): string =>
  Object.values(state)
    .map((value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '—')))
    .join(', ');

/** Result of checking the hashes of this page. */
const Chain = ({ isIntact }: { readonly isIntact: boolean }) => (
  <div className="mt-4 max-w-160" role={isIntact ? undefined : 'alert'}>
    {isIntact ? (
      <Note icon={ShieldCheck}>The fingerprints on this page match.</Note>
    ) : (
      <Note icon={ShieldX} tone="warn">
        <b>A fingerprint doesn’t match.</b> The marked entries, or the ones before them, were changed directly in the
        database.
      </Note>
    )}
  </div>
);
