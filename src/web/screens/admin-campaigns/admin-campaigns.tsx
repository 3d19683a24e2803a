import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useId, useState } from 'react';
import type { CampaignReport } from '#contract/admin/admin.ts';
import { campaignMaxLength, isCampaign } from '#domain/accounts/user.ts';
import { defaultLanguage, isLanguage, type Language, languages } from '#domain/language.ts';
import { f } from '#web/admin/admin-texts.ts';
import { onePage, OperatorList } from '#web/admin/operator-list.tsx';
import { callQuery } from '#web/api/queries.ts';
import { fetchFile } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { FilterChoices, useAddressFilters } from '#web/filters/filter-fields.tsx';
import { roundToCents } from '#web/language/formats.ts';
import { operatorTitle } from '#web/language/page-title.ts';
import { paths } from '#web/paths.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, StatCards } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { InputField } from '#web/ui/form/input-field.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Select } from '#web/ui/select.tsx';
import { saveFile } from '#web/ui/save-file.ts';

export const meta = operatorTitle('Campaigns and revenue');

const lead = 'The broker reports turnover once a day. Until it pays, our share is an estimate.';

type Row = CampaignReport['total'] & { readonly name: string };

/** Results of referral campaigns, in the broker's own figures. */
export default function AdminCampaigns() {
  const filters = useAddressFilters(['period']);
  const period = getPeriod(filters.get('period'), serverClock.now());
  const read = useQuery({
    ...callQuery('GET /api/admin/campaigns', { query: period }),
    placeholderData: keepPreviousData,
  });
  const report = read.data;
  const list = { ...read, ...onePage, filters, data: report && { items: toRows(report) } };
  const save = useToastAction(async () => {
    const file = await confirming(() => fetchFile('GET /api/admin/campaigns', 'text/csv', { query: period }));
    saveFile(file, `campaigns-${period.from}-${period.to}.csv`);
  });
  return (
    <>
      <PageHead title="Campaigns and revenue" lead={lead}>
        <Button action={save} look="s sm" icon={Download} text="CSV" />
      </PageHead>
      <div className="flex flex-col gap-4">
        <OperatorList
          list={list}
          filters={<FilterChoices filters={filters} choices={[['period', 'Period', '12 months', periods]]} />}
          columns={columns}
          getKey={({ name }) => name}
          empty="No one registered in this period."
        />
        {report && <LinkMaker />}
        {report && <Sums report={report} />}
        {report && <Months report={report} />}
      </div>
    </>
  );
}

/** A link whose visitors count for a campaign from their first page to their registration. */
function LinkMaker() {
  const [name, setName] = useState('');
  const [lang, setLang] = useState<Language>(defaultLanguage);
  const campaign = name.trim();
  const link = new URL(paths.home(lang), location.origin);
  link.searchParams.set('campaign', campaign);
  const copy = useToastAction(async () => {
    await navigator.clipboard.writeText(link.href);
    announce('Copied.');
  });
  const hint = useId();
  const isValid = isCampaign(campaign);
  return (
    <Card title="Campaign link" titleId="campaign-link">
      <div className="p-card flex flex-wrap items-end gap-3">
        <InputField
          className="min-w-0 flex-1 basis-60"
          label="Campaign"
          maxLength={campaignMaxLength}
          value={name}
          aria-describedby={hint}
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          label="Language"
          value={lang}
          options={languageOptions}
          onChoose={(value) => isLanguage(value) && setLang(value)}
        />
        <Button look="s" icon={Copy} action={copy} disabled={!isValid} text="Copy link" />
        <p id={hint} className="msg basis-full wrap-anywhere">
          {isValid ? link.href : 'Letters, digits and . _ ~ - only.'}
        </p>
      </div>
    </Card>
  );
}

const languageOptions = languages.map((lang) => [lang, lang] as const);

const periods = [
  ['this-year', 'This year'],
  ['last-year', 'Last year'],
] as const;

/** UTC days, both inclusive; `now` in milliseconds UTC. */
export function getPeriod(key: string | null, now: number): { readonly from: string; readonly to: string } {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  const to = today.toISOString().slice(0, 10);
  if (key === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  if (key === 'this-year') return { from: `${year}-01-01`, to };
  return { from: new Date(Date.UTC(year, today.getUTCMonth() - 11, 1)).toISOString().slice(0, 10), to };
}

/** A row for each campaign, and their sum. */
const toRows = ({ campaigns, total }: CampaignReport): Row[] =>
  campaigns.length === 0
    ? []
    : [
        ...campaigns.map(({ campaign, ...figures }) => ({ ...figures, name: campaign ?? 'No campaign' })),
        { ...total, name: 'In total' },
      ];

const columns: readonly Column<Row>[] = [
  ['Campaign', ({ name }) => name, 'pairc cell-text'],
  ['Registrations', ({ registered }) => f.count(registered), 'r'],
  ['Email confirmed', ({ activated }) => f.count(activated), 'r'],
  ['Confirmed IDs', ({ withBrokerId }) => f.count(withBrokerId), 'r'],
  ['Active', ({ activeTraders }) => f.count(activeTraders), 'r'],
  ['Turnover', ({ turnover }) => f.usd(turnover), 'r'],
  ['Our share, estimated', ({ expectedShare }) => f.usd(expectedShare), 'r text-ink-1'],
];

function Sums({ report: { total, share, period, toldAt } }: { readonly report: CampaignReport }) {
  const { activeTraders, turnover, expectedShare, commission } = total;
  const perTrader = activeTraders === 0 ? '—' : f.usd(roundToCents(turnover / activeTraders));
  const reported = toldAt === null ? 'no broker data yet' : `reported up to ${f.day(Date.parse(toldAt), 'UTC')}`;
  return (
    <StatCards
      stats={[
        ['Referred turnover', f.usd(turnover), reported],
        [`Our ${f.percent(share)}, estimated`, f.usd(expectedShare), `paid once a ${period}`],
        ['Commission reported by the broker', f.usd(commission), 'for the same period'],
        ['Turnover per active trader', perTrader, `active: ${f.count(activeTraders)}`],
      ]}
    />
  );
}

/** Turnover by month, each as a figure and as a bar. */
function Months({ report: { months, madeAt } }: { readonly report: CampaignReport }) {
  const max = Math.max(1, ...months.map(({ turnover }) => turnover));
  if (months.length === 0) return null;
  return (
    <Card className="overflow-hidden" title="Turnover by month">
      <DataTable
        rows={months}
        getKey={({ month }) => month}
        hasRowNames
        columns={[
          ['Month', ({ month }) => (madeAt.startsWith(month) ? `${month}, so far` : month)],
          ['Turnover', ({ turnover }) => f.usd(turnover), 'r'],
          [
            <span key="bar" className="sr-only">
              Share of the largest
            </span>,
            ({ turnover }) => (
              <i className="block h-2.5 rounded-[3px] bg-ink-2" style={{ width: `${(100 * turnover) / max}%` }} />
            ),
            'w-1/2',
          ],
        ]}
      />
    </Card>
  );
}
