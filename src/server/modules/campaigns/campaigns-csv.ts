import type { CampaignFigures, CampaignReport } from '#contract/admin.ts';

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

/** RFC 4180, one line a campaign. A campaign's name comes from an address that anybody can write: it is no formula. */
export function campaignsCsv({ campaigns }: CampaignReport): string {
  const lines = campaigns.map((figures) => columns.map((column) => cell(figures[column])).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
