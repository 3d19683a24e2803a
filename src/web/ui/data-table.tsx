import type { ReactNode } from 'react';
import { useIsWide } from './use-is-wide.ts';

/** The classes are of its cells; `r`, to the right as numbers are, is of its name as well. */
type Column<Row> = readonly [name: ReactNode, cell: (row: Row, place: number) => ReactNode, classes?: string];

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly getKey: (row: Row) => string | number;
  /** The first column names the rows. */
  readonly hasRowNames?: boolean;
  /** For screen readers, where nothing else names the table. */
  readonly caption?: string;
  readonly className?: string;
}

/** A table as data: the name of each column, and its cell of a row. */
export function DataTable<Row>({
  columns,
  rows,
  getKey,
  hasRowNames,
  caption,
  className = 'tbl',
}: DataTableProps<Row>) {
  return (
    <table className={className}>
      {caption !== undefined && <caption className="sr-only">{caption}</caption>}
      <TableHead columns={columns.map(([name, , classes]) => [name, classes])} />
      <tbody>
        {rows.map((row, place) => (
          <tr key={getKey(row)}>
            {columns.map(([, cell, classes], index) =>
              hasRowNames && index === 0 ? (
                <th key={index} scope="row" className={classes}>
                  {cell(row, place)}
                </th>
              ) : (
                <td key={index} className={classes}>
                  {cell(row, place)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TableHeadProps {
  readonly columns: readonly (readonly [name: ReactNode, classes?: string | undefined])[];
}

export const TableHead = ({ columns }: TableHeadProps) => (
  <thead>
    <tr>
      {columns.map(([name, classes], index) => (
        <th key={index} scope="col" className={classes?.split(' ').includes('r') ? 'r' : undefined}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

interface TableOrCardsProps<Row> extends DataTableProps<Row> {
  /** The content of a row's card. */
  readonly card: (row: Row) => ReactNode;
  readonly cardClass?: string;
}

/** A table where there is room for one, otherwise a card for each row. */
export const TableOrCards = <Row,>({ card, cardClass = 'hrow', ...table }: TableOrCardsProps<Row>) =>
  useIsWide() ? (
    <DataTable {...table} />
  ) : (
    <ul>
      {table.rows.map((row) => (
        <li key={table.getKey(row)} className={cardClass}>
          {card(row)}
        </li>
      ))}
    </ul>
  );
