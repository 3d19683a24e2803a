import { dayMs } from '../time.ts';

/** Characters of a list: about 40,000 traders. */
export const maxListLength = 1_000_000;

/** Places of the columns in a line, from 0. */
export interface ListColumns {
  readonly traderId: number;
  readonly balance: number;
  /** Null: the list does not say when an account was opened. */
  readonly registered: number | null;
}

export interface ListedTrader {
  readonly traderId: string;
  /** US dollars, without bonuses. */
  readonly balance: number;
  /** Milliseconds UTC; null: the list does not say it. */
  readonly registeredAt: number | null;
}

interface InvalidLine {
  /** In the file, from 1. */
  readonly line: number;
  readonly value: string;
  /** The allowed values, for the operator. */
  readonly allowed: string;
}

export interface PartnerList {
  readonly traders: readonly ListedTrader[];
  readonly invalid: readonly InvalidLine[];
}

/** The list of traders that a partner programme exports. A first line without an id names the columns. */
export function parsePartnerList(text: string, columns: ListColumns): PartnerList {
  const rows = splitRows(text);
  const width = rows[0]?.cells.length ?? 0;
  const hasHeader = !/\d/.test(rows[0]?.cells[columns.traderId] ?? '');
  const lineByTrader = new Map<string, number>();
  const traders: ListedTrader[] = [];
  const invalid: InvalidLine[] = [];
  for (const row of hasHeader ? rows.slice(1) : rows) {
    const read = readTrader(row, columns, width);
    if (!('traderId' in read)) {
      invalid.push(read);
      continue;
    }
    const { traderId } = read;
    const known = lineByTrader.get(traderId);
    if (known === undefined) {
      lineByTrader.set(traderId, row.line);
      traders.push(read);
    } else invalid.push({ line: row.line, value: traderId, allowed: `one line a trader; line ${known} has this one` });
  }
  return { traders, invalid };
}

function readTrader({ line, cells }: Row, columns: ListColumns, width: number): ListedTrader | InvalidLine {
  if (cells.length !== width)
    return { line, value: cells.join(' | '), allowed: `${width} columns, as in the first line` };
  const traderId = cells[columns.traderId] ?? '';
  if (!/^\d{1,20}$/.test(traderId)) return { line, value: traderId, allowed: 'an id of 1 to 20 digits' };
  const amount = cells[columns.balance] ?? '';
  const balance = parseAmount(amount);
  if (balance === null) return { line, value: amount, allowed: 'dollars, such as 1234.50 or 1234,50' };
  const day = columns.registered === null ? '' : (cells[columns.registered] ?? '');
  const registeredAt = day === '' ? null : parseDay(day);
  if (Number.isNaN(registeredAt))
    return { line, value: day, allowed: 'a day, such as 2026-11-28 or 28.11.2026, with or without a time' };
  return { traderId, balance, registeredAt };
}

const grouped = [/^\d{1,3}(,\d{3})+\.\d{1,2}$/, /^\d{1,3}(\.\d{3})+,\d{1,2}$/];

/** Null: not an amount. A lone comma or point is decimal only before one or two digits: money is not guessed. */
export function parseAmount(text: string): number | null {
  const amount = text.replaceAll(/[\s$]|USD/g, '');
  if (/^\d{1,11}([.,]\d{1,2})?$/.test(amount)) return Number(amount.replace(',', '.'));
  if (!grouped.some((form) => form.test(amount))) return null;
  const [whole = '', cents = ''] = amount.split(/[.,](?=\d{1,2}$)/);
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${cents}`);
}

/** NaN: not a day. The zone is not given, so UTC is assumed. */
function parseDay(text: string): number {
  const [, iso, day, month, year, time = '00:00'] =
    /^(?:(\d{4}-\d\d-\d\d)|(\d\d)\.(\d\d)\.(\d{4}))(?:[T ](\d\d:\d\d(?::\d\d)?)\S*)?$/.exec(text) ?? [];
  const date = iso ?? `${year}-${month}-${day}`;
  const midnight = Date.parse(`${date}T00:00Z`);
  // Date.parse takes the 30th of February as the 2nd of March.
  const isReal = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
  const at = isReal ? Date.parse(`${date}T${time}Z`) : Number.NaN;
  return at - midnight < dayMs ? at : Number.NaN;
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of an RFC 4180 text, separated by tab, semicolon or comma; empty lines are left out. */
export function splitRows(text: string): Row[] {
  const rows: Row[] = [];
  const [content, separator] = [text.replace(/^\uFEFF/, ''), findSeparator(text)];
  let [line, startLine, cell, isQuoted] = [1, 1, '', false];
  let cells: string[] = [];
  const endCell = (): void => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((one) => one !== '')) rows.push({ line: startLine, cells });
    cells = [];
    startLine = line + 1;
  };
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at];
    if (isQuoted && sign === '"' && content[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (!isQuoted && sign === separator) endCell();
    else if (!isQuoted && sign === '\n') endRow();
    else cell += sign;
    if (sign === '\n') line += 1;
  }
  endRow();
  return rows;
}

/** A comma may be decimal, so the others come first. */
function findSeparator(text: string): string {
  const first = /^.*$/m.exec(text)?.[0] ?? '';
  return ['\t', ';'].find((sign) => first.includes(sign)) ?? ',';
}
