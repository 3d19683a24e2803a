import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import type { AnySignal } from '#contract/admin/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { outcomes } from '#domain/signals/outcome.ts';
import { priceIn } from '#web/admin/admin-texts.ts';
import { FilterReset, FilterSearch } from '#web/admin/filter-search.tsx';
import { OperatorList } from '#web/admin/operator-list.tsx';
import { ResultChip, When } from '#web/admin/table-cells.tsx';
import { usePages } from '#web/admin/use-pages.ts';
import { getAllSignals } from '#web/api/calls/admin-calls.ts';
import { FilterChoices, modelOptions, pairOptions } from '#web/filters/filter-fields.tsx';
import { type AddressFilters, useAddressFilters } from '#web/filters/use-address-filters.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { TableOrCards } from '#web/ui/data-table.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.signals.title')));

const filterNames = ['q', 'user', 'aiModel', 'symbol', 'result'] as const;

/**
 * Signals in record order: all users' without names, or one user's, which is written to the audit
 * log.
 */
export default function AdminSignals() {
  const { t, lang } = usePhrases();
  const filters = useAddressFilters(filterNames);
  const pages = usePages({ key: 'signals', query: filters.query, fetch: getAllSignals });
  const user = pages.data?.user;
  return (
    <>
      {filters.get('user') !== '' && (
        <Link className="flex items-center gap-2 text-14 text-ink-2 adm-up" to={paths.adminSignals(lang)}>
          <ArrowLeft className="ic size-4" />
          {t('admin.signals.everybody')}
        </Link>
      )}
      <PageHead
        title={t('admin.signals.title')}
        lead={user ? t('admin.signals.leadOf', { email: user.email }) : t('admin.signals.lead')}
      />
      <OperatorList pages={pages} filters={<SignalFilters filters={filters} />} empty={t('admin.signals.empty')}>
        {(signals) => <SignalRows signals={signals} />}
      </OperatorList>
    </>
  );
}

function SignalFilters({ filters }: { filters: AddressFilters<(typeof filterNames)[number]> }) {
  const { t } = usePhrases();
  return (
    <div className="filters">
      <FilterSearch filters={filters} name="q" label={t('admin.signals.search')} />
      <FilterChoices
        filters={filters}
        choices={[
          [
            'result',
            t('admin.signals.result'),
            t('admin.signals.resultAll'),
            [
              ...outcomes.map((outcome) => [outcome, t(`common.outcome.${outcome}`)] as const),
              ['open', t('admin.signals.resultOpen')],
            ],
          ],
          ['aiModel', t('admin.signals.model'), t('admin.signals.modelAll'), modelOptions],
          ['symbol', t('admin.signals.pair'), t('admin.signals.pairAll'), pairOptions],
        ]}
      />
      <FilterReset filters={filters} />
    </div>
  );
}

function SignalRows({ signals }: { readonly signals: readonly AnySignal[] }) {
  const { t, f } = usePhrases();
  return (
    <TableOrCards
      className="tbl hist"
      rows={signals}
      getKey={({ id }) => id}
      columns={[
        [t('admin.signals.number'), (signal) => <SignalNumber signal={signal} />],
        [t('admin.signals.time'), ({ time }) => <When at={time} />],
        [
          t('admin.signals.pair'),
          ({ symbol, duration }) => (
            <>
              <b className="pairc">{pairName(symbol)}</b>
              <span className="text-13 text-ink-3 adm-remark">{t('admin.models.minutes', { n: duration })}</span>
            </>
          ),
        ],
        [t('admin.signals.direction'), (signal) => <Direction signal={signal} />],
        [
          t('admin.signals.model'),
          ({ aiModel }) => (
            <span className="flex items-center gap-2">
              <ModelFlag model={aiModel} size="xs" />
              {aiModelName(aiModel)}
            </span>
          ),
        ],
        [t('admin.signals.passability'), ({ passability }) => f.percent(passability / 100), 'r'],
        [t('admin.signals.entry'), ({ symbol, openPrice }) => priceIn(symbol, openPrice), 'r'],
        [t('admin.signals.close'), ({ symbol, closePrice }) => priceIn(symbol, closePrice), 'r'],
        [
          t('admin.signals.result'),
          (signal) => (
            <>
              <ResultChip result={signal.result} />
              <Remark signal={signal} />
            </>
          ),
        ],
      ]}
      card={(signal) => <SignalCard signal={signal} />}
    />
  );
}

function SignalCard({ signal }: { signal: AnySignal }) {
  const { f } = usePhrases();
  return (
    <>
      <span className="flex items-center gap-2">
        <b className="text-ink-1 font-semibold">{pairName(signal.symbol)}</b>
        <Direction signal={signal} />
      </span>
      <ResultChip result={signal.result} />
      <span className="flex items-center gap-2 text-13 text-ink-3">
        <ModelFlag model={signal.aiModel} size="xs" />
        {aiModelName(signal.aiModel)} · {f.percent(signal.passability / 100)}
      </span>
      <SignalNumber signal={signal} />
      <span className="text-13 text-ink-3 tabular-nums">
        <When at={signal.time} />
      </span>
      <span>
        <Remark signal={signal} />
      </span>
    </>
  );
}

function Direction({ signal }: { signal: AnySignal }) {
  const { t } = usePhrases();
  const isUp = signal.signal === 'BUY';
  return (
    <span className="flex items-center gap-2">
      <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
      {t(isUp ? 'admin.signals.void.up' : 'admin.signals.void.down')}
    </span>
  );
}

function SignalNumber({ signal: { id, number } }: { signal: AnySignal }) {
  const { t, f, lang } = usePhrases();
  return (
    <TextLink
      className="tabular-nums"
      to={paths.adminSignal(lang, id)}
      text={t('admin.audit.signalNumber', { n: f.count(number) })}
    />
  );
}

/** Why it is void, and whether its user has deleted it. */
function Remark({ signal: { voidReason, isRemoved } }: { signal: AnySignal }) {
  const { t } = usePhrases();
  const remarks = [
    voidReason && t(`common.voidReason.${voidReason}`),
    isRemoved ? t('admin.signals.removed') : null,
  ].filter(Boolean);
  return remarks.length === 0 ? null : <span className="text-13 text-ink-3 adm-remark">{remarks.join(', ')}</span>;
}
