import type { CampaignFigures, CampaignReport } from '#contract/admin.ts';
import { csvLine } from '#server/http/csv-line.ts';

type Column = keyof CampaignFigures;

const columns: readonly Column[] = [
  'campaign',
  'registered',
  'activated',
  'withBrokerId',
  'activeTraders',
  'turnover',
  'expectedShare',
  'commission',
];

/**
 * One line per campaign. The name of a campaign comes from an address that anyone can write, so it
 * must not become a formula.
 */
export const campaignsCsv = ({ campaigns }: CampaignReport): string =>
  [columns, ...campaigns.map((figures) => columns.map((column) => figures[column]))].map(csvLine).join('');
