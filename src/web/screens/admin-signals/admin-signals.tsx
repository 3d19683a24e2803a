import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { aiModels } from '#domain/signals/ai-model.ts';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { AdminHead } from '#web/admin/admin-head.tsx';
import { OperatorList } from '#web/admin/operator-list.tsx';
import { getAllSignals } from '#web/api/calls/admin-calls.ts';
import { FilterChoice, FilterReset, FilterSearch } from '#web/admin/filter-fields.tsx';
import { type AddressFilters, useAddressFilters } from '#web/admin/use-address-filters.ts';
import { usePages } from '#web/admin/use-pages.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { SignalRows } from './signal-rows.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.signals.title')));

/**
 * Signals in record order: all users' without names, or one user's, which is written to the audit
 * log.
 */
export default function AdminSignals() {
  const { t, lang } = usePhrases();
  const filters = useAddressFilters(['q', 'user', 'aiModel', 'symbol', 'result']);
  const pages = usePages({ key: 'signals', query: filters.query, fetch: getAllSignals });
  const user = pages.data?.user;
  return (
    <>
      {filters.get('user') !== '' && (
        <Link className="flex items-center gap-2 text-14 text-ink-2 adm-up" to={paths.adminSignals(lang)}>
          <ArrowLeft className="ic size-4" aria-hidden="true" />
          {t('admin.signals.everybody')}
        </Link>
      )}
      <AdminHead
        title={t('admin.signals.title')}
        lead={user ? t('admin.signals.leadOf', { email: user.email }) : t('admin.signals.lead')}
      />
      <OperatorList pages={pages} filters={<SignalFilters filters={filters} />} empty={t('admin.signals.empty')}>
        {(signals) => <SignalRows signals={signals} />}
      </OperatorList>
    </>
  );
}

function SignalFilters({ filters }: { filters: AddressFilters }) {
  const { t } = usePhrases();
  return (
    <div className="filters">
      <FilterSearch filters={filters} name="q" label={t('admin.signals.search')} />
      <FilterChoice filters={filters} name="result" label={t('admin.signals.result')}>
        <option value="">{t('admin.signals.resultAll')}</option>
        {outcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t(`admin.signals.results.${outcome}`)}
          </option>
        ))}
        <option value="open">{t('admin.signals.resultOpen')}</option>
      </FilterChoice>
      <FilterChoice filters={filters} name="aiModel" label={t('admin.signals.model')}>
        <option value="">{t('admin.signals.modelAll')}</option>
        {aiModels.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice filters={filters} name="symbol" label={t('admin.signals.pair')}>
        <option value="">{t('admin.signals.pairAll')}</option>
        {currencyPairs.map(({ symbol }) => (
          <option key={symbol} value={symbol}>
            {pairName(symbol)}
          </option>
        ))}
      </FilterChoice>
      <FilterReset filters={filters} />
    </div>
  );
}
