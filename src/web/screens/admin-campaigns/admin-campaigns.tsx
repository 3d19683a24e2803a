import { Download } from 'lucide-react';
import type { CampaignReport } from '#contract/admin/admin.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Card, StatCards } from '#web/ui/card.tsx';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { getCampaigns, getCampaignsCsv, type Period } from '#web/api/calls/admin-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { roundToCents } from '#web/language/formats.ts';
import { useAddressFilters } from '#web/filters/use-address-filters.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { niceScale } from '#web/ui/figures/nice-scale.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { TableHead } from '#web/ui/data-table.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';

export const meta = unlisted(pageTitle(({ t }) => t('admin.campaigns.pageTitle')));

type PeriodKey = 'last-year' | 'twelve-months' | 'this-year';

/** Results of referral campaigns, in the broker's own figures. */
export default function AdminCampaigns() {
  const { t } = usePhrases();
  const filters = useAddressFilters(['period']);
  const key = periodKeys.find((known) => known === filters.get('period')) ?? 'twelve-months';
  const period = getPeriod(key, serverClock.now());
  const campaigns = useRead(['campaigns', period], () => getCampaigns(period));
  return (
    <>
      <PageHead
        title={t('admin.campaigns.title')}
        lead={
          <>
            {t('admin.campaigns.lead')}
            <span className="block">{campaigns.data ? <ReportedAt report={campaigns.data} /> : '\u00a0'}</span>
          </>
        }
      >
        <PeriodPicker chosen={key} onChoose={(chosen) => filters.set('period', chosen)} />
      </PageHead>
      <Loaded read={campaigns}>{(report) => <Report report={report} period={period} />}</Loaded>
    </>
  );
}

/** UTC days, both inclusive; `now` in milliseconds UTC. */
export function getPeriod(key: PeriodKey, now: number): Period {
  const today = new Date(now);
  const year = today.getUTCFullYear();
  if (key === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  if (key === 'this-year') return { from: `${year}-01-01`, to: getDay(today) };
  const from = new Date(Date.UTC(year, today.getUTCMonth() - 11, 1));
  return { from: getDay(from), to: getDay(today) };
}

const getDay = (date: Date): string => date.toISOString().slice(0, 10);

function ReportedAt({ report: { toldAt } }: { report: CampaignReport }) {
  const { t, f } = usePhrases();
  if (toldAt === null) return t('admin.campaigns.notTold');
  return t('admin.campaigns.toldAt', { date: f.day(Date.parse(toldAt), 'UTC') });
}

const periodKeys: readonly PeriodKey[] = ['last-year', 'twelve-months', 'this-year'];

function PeriodPicker({ chosen, onChoose }: { chosen: PeriodKey; onChoose: (key: PeriodKey) => void }) {
  const { t } = usePhrases();
  const year = new Date(serverClock.now()).getUTCFullYear();
  const names = { 'last-year': year - 1, 'twelve-months': t('admin.campaigns.twelveMonths'), 'this-year': year };
  return (
    <fieldset>
      <legend className="sr-only">{t('admin.campaigns.period')}</legend>
      <SegmentedRadio
        className="sm"
        name="period"
        options={periodKeys}
        chosen={chosen}
        label={(key) => names[key]}
        onChoose={onChoose}
      />
    </fieldset>
  );
}

function Report({ report, period }: { report: CampaignReport; period: Period }) {
  const { t } = usePhrases();
  return (
    <div className="flex flex-col gap-4">
      <Sums report={report} />
      <Card
        className="overflow-hidden"
        title={t('admin.campaigns.byMonth')}
        aside={<span className="text-13 text-ink-3">{t('admin.campaigns.incomplete')}</span>}
      >
        <div className="p-card">
          <MonthsChart months={report.months} running={report.madeAt.slice(0, 7)} />
        </div>
      </Card>
      <Card className="overflow-hidden" title={t('admin.campaigns.table')} aside={<CsvButton period={period} />}>
        <CampaignTable report={report} />
      </Card>
    </div>
  );
}

function Sums({ report: { total, share, period } }: { report: CampaignReport }) {
  const { t, f } = usePhrases();
  const perTrader = total.activeTraders === 0 ? null : total.turnover / total.activeTraders;
  const sums = [
    [t('admin.campaigns.turnover'), f.usd(total.turnover), t('admin.campaigns.turnoverNote')],
    [
      t('admin.campaigns.share', { percent: f.percent(share) }),
      f.usd(total.expectedShare),
      t(`admin.campaigns.${period}`),
    ],
    [t('admin.campaigns.commission'), f.usd(total.commission), t('admin.campaigns.commissionNote')],
    [
      t('admin.campaigns.perTrader'),
      perTrader === null ? '—' : f.usd(roundToCents(perTrader)),
      t('admin.campaigns.perTraderNote', { n: f.count(total.activeTraders) }),
    ],
  ] as const;
  return <StatCards stats={sums} />;
}

interface MonthsChartProps {
  readonly months: CampaignReport['months'];
  /** The current month, `YYYY-MM`. */
  readonly running: string;
}

const shape = { height: 300, left: 84, bottom: 40, top: 30 } as const;
/** The drawing scales with the window, its labels do not. */
const widths = { wide: 860, narrow: 400 } as const;
const maxTicks = 4;

/**
 * Turnover by month as bars; the current month is hatched. The adjacent table states the same as
 * text.
 */
function MonthsChart({ months, running }: MonthsChartProps) {
  const { t, f } = usePhrases();
  const size = { ...shape, width: useIsWide() ? widths.wide : widths.narrow };
  const max = Math.max(0, ...months.map(({ turnover }) => turnover));
  if (max === 0) return <p className="text-ink-3">{t('admin.campaigns.noTurnover')}</p>;
  const { to: top, ticks } = niceScale([0, max], maxTicks);
  const step = (size.width - size.left) / Math.max(1, months.length);
  const y = (amount: number): number => size.top + (1 - amount / top) * (size.height - size.top - size.bottom);
  return (
    <svg
      className="months"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={t('admin.campaigns.chart')}
    >
      <defs>
        <pattern id="running-month" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V8" stroke="var(--t2)" strokeWidth="3" />
        </pattern>
      </defs>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${size.left} ${y(tick)}H${size.width}`} stroke="var(--grid)" />
          <text className="axis" x={size.left - 8} y={y(tick) + 5} textAnchor="end">
            {f.usd(tick)}
          </text>
        </g>
      ))}
      {months.map(({ month, turnover }, index) => (
        <g key={month}>
          <rect
            x={size.left + step * index + step * 0.18}
            y={y(turnover)}
            width={step * 0.64}
            height={Math.max(0, size.height - size.bottom - y(turnover))}
            rx="3"
            fill={month === running ? 'url(#running-month)' : 'var(--t2)'}
            stroke="var(--t2)"
          />
          <text className="axis" x={size.left + step * (index + 0.5)} y={size.height - 10} textAnchor="middle">
            {month.slice(5)}
          </text>
        </g>
      ))}
    </svg>
  );
}

function CsvButton({ period }: { period: Period }) {
  const { t } = usePhrases();
  const save = useToastAction(async () => {
    saveFile(await getCampaignsCsv(period), `campaigns-${period.from}-${period.to}.csv`);
  });
  return <Button action={save} look="s sm" icon={Download} text={t('admin.campaigns.csv')} />;
}

/** One row per campaign, and their sum. */
function CampaignTable({ report: { campaigns, total } }: { report: CampaignReport }) {
  const { t } = usePhrases();
  if (campaigns.length === 0) return <p className="p-card text-ink-3">{t('admin.campaigns.empty')}</p>;
  const columns = ['registered', 'activated', 'withBrokerId', 'activeTraders', 'money', 'expected'] as const;
  return (
    <TableScroll label={t('admin.campaigns.table')}>
      <table className="tbl">
        <TableHead
          columns={[
            [t('admin.campaigns.campaign')],
            ...columns.map((column) => [t(`admin.campaigns.${column}`), 'r'] as const),
          ]}
        />
        <tbody>
          {campaigns.map((figures) => (
            <CampaignRow
              key={figures.campaign ?? ''}
              name={figures.campaign ?? t('admin.campaigns.none')}
              isTag={figures.campaign !== null}
              figures={figures}
            />
          ))}
        </tbody>
        <tfoot>
          <CampaignRow name={t('admin.campaigns.total')} isTag={false} figures={total} isSum />
        </tfoot>
      </table>
    </TableScroll>
  );
}

interface CampaignRowProps {
  readonly name: string;
  readonly isTag: boolean;
  readonly figures: CampaignReport['total'];
  readonly isSum?: boolean;
}

function CampaignRow({ name, isTag, figures, isSum }: CampaignRowProps) {
  const { f } = usePhrases();
  return (
    <tr className={isSum ? 'sumr' : undefined}>
      <th scope="row" className={isTag ? 'mono' : 'pairc'}>
        {name}
      </th>
      <td className="r">{f.count(figures.registered)}</td>
      <td className="r">{f.count(figures.activated)}</td>
      <td className="r">{f.count(figures.withBrokerId)}</td>
      <td className="r">{f.count(figures.activeTraders)}</td>
      <td className="r">{f.usd(figures.turnover)}</td>
      <td className="r text-ink-1">{f.usd(figures.expectedShare)}</td>
    </tr>
  );
}
