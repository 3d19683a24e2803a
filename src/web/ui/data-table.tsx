import type { ReactNode } from 'react';
import { useIsWide } from './use-is-wide.ts';

/** Right-aligned columns (`r`) align their header too. */
export type Column<Row> = readonly [name: ReactNode, cell: (row: Row) => ReactNode, classes?: string];

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly getKey: (row: Row) => string | number;
  /** The first column names the rows. */
  readonly hasRowNames?: boolean;
  /** Read by screen readers; needed where nothing else names the table. */
  readonly caption?: string;
  readonly className?: string;
}

/** A table described by its columns: each has a name, and renders one cell per row. */
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
        {rows.map((row) => (
          <tr key={getKey(row)}>
            {columns.map(([, cell, classes], index) =>
              hasRowNames && index === 0 ? (
                <th key={index} scope="row" className={classes}>
                  {cell(row)}
                </th>
              ) : (
                <td key={index} className={classes}>
                  {cell(row)}
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
