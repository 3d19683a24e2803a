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

/** One line a campaign. A campaign's name comes from an address that anybody can write: it is no formula. */
export const campaignsCsv = ({ campaigns }: CampaignReport): string =>
  [columns, ...campaigns.map((figures) => columns.map((column) => figures[column]))].map(csvLine).join('');
