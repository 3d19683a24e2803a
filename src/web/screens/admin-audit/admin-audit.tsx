import { ShieldCheck, ShieldX } from 'lucide-react';
import type { AuditPage } from '#contract/admin/audit.ts';
import { auditActions } from '#domain/accounts/audit-action.ts';
import { AdminHead } from '#web/admin/admin-head.tsx';
import { FilterChoice, FilterDay, FilterReset } from '#web/admin/filter-fields.tsx';
import { OperatorList } from '#web/admin/operator-list.tsx';
import { type AddressFilters, useAddressFilters } from '#web/admin/use-address-filters.ts';
import { usePages } from '#web/admin/use-pages.ts';
import { getAudit } from '#web/api/calls/admin-calls.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { EntryRows } from './entry-rows.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.audit.title')));

/** Audit log of the administrators: append-only, with every entry checked against its hash. */
export default function AdminAudit() {
  const { t } = usePhrases();
  const filters = useAddressFilters(['day', 'who', 'action']);
  const pages = usePages({ key: 'audit', query: toQuery(filters), fetch: getAudit });
  const items = pages.data?.items ?? [];
  return (
    <>
      <AdminHead title={t('admin.audit.title')} lead={t('admin.audit.lead')} />
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

function toQuery({ query }: AddressFilters): URLSearchParams {
  const params = new URLSearchParams(query);
  const day = getDay(params.get('day') ?? '');
  params.delete('day');
  if (day) for (const [name, instant] of Object.entries(day)) params.set(name, instant);
  return params;
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

function AuditFilters({ filters, actors }: { filters: AddressFilters } & Pick<AuditPage, 'actors'>) {
  const { t } = usePhrases();
  return (
    <div className="filters">
      <FilterDay filters={filters} name="day" label={t('admin.audit.day')} />
      <FilterChoice filters={filters} name="who" label={t('admin.audit.who')}>
        <option value="">{t('admin.audit.allPeople')}</option>
        {actors.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice filters={filters} name="action" label={t('admin.audit.what')}>
        <option value="">{t('admin.audit.allActions')}</option>
        {auditActions.map((action) => (
          <option key={action} value={action}>
            {t(`admin.audit.actions.${action}`)}
          </option>
        ))}
      </FilterChoice>
      <FilterReset filters={filters} />
    </div>
  );
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
