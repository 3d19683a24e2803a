import {
  Ban,
  CircleOff,
  Eye,
  Gift,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  MessageSquareText,
  RefreshCw,
  ShieldCheck,
  ShieldMinus,
  ShieldX,
  Undo2,
  Unlink,
  UserX,
} from 'lucide-react';
import type { AuditEntry, AuditPage } from '#contract/admin/audit.ts';
import { type AuditAction, auditActions, operatorId } from '#domain/accounts/audit-action.ts';
import { FilterReset } from '#web/admin/filter-search.tsx';
import { OperatorList } from '#web/admin/operator-list.tsx';
import { When } from '#web/admin/table-cells.tsx';
import { usePages } from '#web/admin/use-pages.ts';
import { getAudit } from '#web/api/calls/admin-calls.ts';
import { FilterChoices, FilterDay } from '#web/filters/filter-fields.tsx';
import { type AddressFilters, useAddressFilters } from '#web/filters/use-address-filters.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { TableOrCards } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.audit.title')));

const filterNames = ['day', 'who', 'action'] as const;

/** Audit log of the administrators: append-only, with every entry checked against its hash. */
export default function AdminAudit() {
  const { t } = usePhrases();
  const filters = useAddressFilters(filterNames);
  const pages = usePages({ key: 'audit', query: toQuery(filters.query), fetch: getAudit });
  const items = pages.data?.items ?? [];
  return (
    <>
      <PageHead title={t('admin.audit.title')} lead={t('admin.audit.lead')} />
      <OperatorList
        pages={pages}
        filters={<AuditFilters filters={filters} actors={pages.data?.actors ?? []} />}
        empty={t('admin.audit.empty')}
      >
        {(entries) => <EntryRows entries={entries} />}
      </OperatorList>
      {items.length > 0 && <Chain items={items} />}
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

/**
 * A day of the reader's calendar (`YYYY-MM-DD`) as its start and the start of the next day; null:
 * not a valid day.
 */
export function getDay(day: string): { from: string; to: string } | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!parts) return null;
  const [year = 0, month = 0, date = 0] = parts.slice(1).map(Number);
  const from = new Date(year, month - 1, date);
  if (from.getMonth() !== month - 1) return null;
  return { from: from.toISOString(), to: new Date(year, month - 1, date + 1).toISOString() };
}

interface AuditFiltersProps extends Pick<AuditPage, 'actors'> {
  readonly filters: AddressFilters<(typeof filterNames)[number]>;
}

function AuditFilters({ filters, actors }: AuditFiltersProps) {
  const { t } = usePhrases();
  return (
    <div className="filters">
      <FilterDay filters={filters} name="day" label={t('admin.audit.day')} />
      <FilterChoices
        filters={filters}
        choices={[
          ['who', t('admin.audit.who'), t('admin.audit.allPeople'), actors.map(({ id, email }) => [id, email])],
          [
            'action',
            t('admin.audit.what'),
            t('admin.audit.allActions'),
            auditActions.map((action) => [action, t(`admin.audit.actions.${action}`)]),
          ],
        ]}
      />
      <FilterReset filters={filters} />
    </div>
  );
}

function EntryRows({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t } = usePhrases();
  return (
    <TableOrCards
      className="tbl hist"
      rows={entries}
      getKey={({ id }) => id}
      columns={[
        [t('admin.audit.when'), ({ at }) => <When at={at} />],
        [t('admin.audit.who'), ({ actor }) => <Actor actor={actor} />, 'text-ink-1 cell-text'],
        [t('admin.audit.what'), (entry) => <Action entry={entry} />],
        [t('admin.audit.target'), (entry) => <Target entry={entry} />, 'pairc cell-text'],
        [t('admin.audit.why'), (entry) => <Why entry={entry} />, 'cell-text adm-why'],
        [t('admin.audit.fingerprint'), (entry) => <Fingerprint entry={entry} />, 'r'],
      ]}
      cardClass="hrow adm-entry"
      card={(entry) => <EntryCard entry={entry} />}
    />
  );
}

const EntryCard = ({ entry }: { entry: AuditEntry }) => (
  <>
    <b className="text-ink-1 font-semibold">
      <Action entry={entry} />
    </b>
    <span className="text-13 text-ink-3 tabular-nums">
      <When at={entry.at} />
    </span>
    <span className="text-14 min-w-0 wrap-anywhere">
      <b className="text-ink-1 font-semibold">
        <Target entry={entry} />
      </b>
      : <Why entry={entry} />
    </span>
    <span className="text-13 text-ink-3 min-w-0 wrap-anywhere">
      <Actor actor={entry.actor} /> · <Fingerprint entry={entry} />
    </span>
  </>
);

function Action({ entry: { action } }: { entry: AuditEntry }) {
  const { t } = usePhrases();
  return (
    <span className="flex items-center gap-2 adm-action">
      <ActionIcon action={action} />
      {t(`admin.audit.actions.${action}`)}
    </span>
  );
}

function ActionIcon({ action }: { action: AuditAction }) {
  const Icon = icons[action];
  return <Icon className="ic" />;
}

const icons: Record<AuditAction, LucideIcon> = {
  'signal.void': CircleOff,
  'signal.read': Eye,
  'signals.read': Eye,
  'user.block': Ban,
  'user.unblock': Undo2,
  'user.promote': ShieldCheck,
  'user.demote': ShieldMinus,
  'user.endSessions': LogOut,
  'user.mailPassword': KeyRound,
  'user.checkBalance': RefreshCw,
  'user.releaseTrader': Unlink,
  'user.requestEmail': Mail,
  'user.changeEmail': Mail,
  'user.undoEmail': Undo2,
  'user.delete': UserX,
  'mail.retry': MailCheck,
  'review.decide': MessageSquareText,
  'contest.draw': Gift,
  'contest.readScreenshot': Eye,
  'contest.changeWinner': Gift,
};

/** The target: a signal number links to the signal, a user is shown by the e-mail address. */
function Target({ entry: { targetId, targetEmail, targetNumber } }: { entry: AuditEntry }) {
  const { t, f, lang } = usePhrases();
  if (targetNumber !== null) {
    return (
      <TextLink
        to={paths.adminSignal(lang, targetId)}
        text={t('admin.audit.signalNumber', { n: f.count(targetNumber) })}
      />
    );
  }
  return targetEmail ?? <span className="mono">{targetId.slice(0, 8)}</span>;
}

/** The administrator's reason, otherwise what changed. */
function Why({ entry: { reason, before, after } }: { entry: AuditEntry }) {
  const { t } = usePhrases();
  const words = (state: AuditEntry['after']): string =>
    Object.values(state ?? {})
      .map((value) =>
        typeof value === 'boolean' ? t(value ? 'admin.audit.yes' : 'admin.audit.no') : String(value ?? '—'),
      )
      .join(', ');
  if (reason !== null) return reason;
  if (before && after) return t('admin.audit.change', { before: words(before), after: words(after) });
  return '—';
}

/** The actor: a user, or an operator by a command; a deleted account is shown by its id. */
function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  const { t } = usePhrases();
  if (actor.id === operatorId) return t('admin.audit.operator');
  return actor.email ?? <span title={actor.id}>{t('admin.audit.gone')}</span>;
}

const shownLength = 8;

function Fingerprint({ entry: { fingerprint, isIntact } }: { entry: AuditEntry }) {
  const { t } = usePhrases();
  return (
    <>
      <span className="mono adm-fingerprint">{fingerprint?.slice(0, shownLength) ?? '—'}</span>
      {!isIntact && <b className="loss adm-broken">{t('admin.audit.isBroken')}</b>}
    </>
  );
}

/** Result of checking the hashes of this page, valid or not. */
function Chain({ items }: Pick<AuditPage, 'items'>) {
  const { t } = usePhrases();
  const isIntact = items.every((entry) => entry.isIntact);
  return (
    <div className="adm-note" role={isIntact ? undefined : 'alert'}>
      <Note icon={isIntact ? ShieldCheck : ShieldX} {...(isIntact ? {} : { tone: 'warn' })}>
        {isIntact ? (
          t('admin.audit.intact')
        ) : (
          <>
            <b>{t('admin.audit.brokenTitle')}</b> {t('admin.audit.broken')}
          </>
        )}
      </Note>
    </div>
  );
}
