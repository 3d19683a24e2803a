import type { ReactNode } from 'react';

interface TableHeadProps {
  /** Names of the first columns. */
  readonly left: readonly ReactNode[];
  /** Names of the columns after these, aligned to the right like the numbers below them. */
  readonly right?: readonly ReactNode[];
  /** Further columns, after these. */
  readonly children?: ReactNode;
}

export const TableHead = ({ left, right = [], children }: TableHeadProps) => (
  <thead>
    <tr>
      {left.map((name, place) => (
        <th key={place} scope="col">
          {name}
        </th>
      ))}
      {right.map((name, place) => (
        <th key={place} scope="col" className="r">
          {name}
        </th>
      ))}
      {children}
    </tr>
  </thead>
);
