import type { CampaignReport } from '#contract/admin/admin.ts';
import { TableScroll } from '#web/admin/table-scroll.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';

type Figures = CampaignReport['total'];

/** One row per campaign, and their sum. */
export function CampaignTable({ report: { campaigns, total } }: { report: CampaignReport }) {
  const { t } = usePhrases();
  if (campaigns.length === 0) return <p className="p-card text-ink-3">{t('admin.campaigns.empty')}</p>;
  const columns = ['registered', 'activated', 'withBrokerId', 'activeTraders', 'money', 'expected'] as const;
  return (
    <TableScroll label={t('admin.campaigns.table')}>
      <thead>
        <tr>
          <th scope="col">{t('admin.campaigns.campaign')}</th>
          {columns.map((column) => (
            <th key={column} scope="col" className="r">
              {t(`admin.campaigns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {campaigns.map((figures) => (
          <Row
            key={figures.campaign ?? ''}
            name={figures.campaign ?? t('admin.campaigns.none')}
            isTag={figures.campaign !== null}
            figures={figures}
          />
        ))}
      </tbody>
      <tfoot>
        <Row name={t('admin.campaigns.total')} isTag={false} figures={total} isSum />
      </tfoot>
    </TableScroll>
  );
}

interface RowProps {
  readonly name: string;
  readonly isTag: boolean;
  readonly figures: Figures;
  readonly isSum?: boolean;
}

function Row({ name, isTag, figures, isSum }: RowProps) {
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
