import type { PartnerListResult } from '#contract/admin/claims.ts';
import { f, toCount } from '#web/admin/admin-texts.ts';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { Fact } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';

/** What the list changes, or has changed. */
export function PartnerListChanges({ result }: { readonly result: PartnerListResult }) {
  const { isApplied, confirmed, refused, balances, unknown, missing, outdated, invalid } = result;
  const facts = [
    ['Claims confirmed', confirmed.count],
    ['Claims refused', refused.count],
    ['Balances changed', balances.changed],
    ['Balances unchanged, with a new date', balances.same],
    ['Traders nobody has claimed yet', unknown],
    ['Confirmed traders not in the list', missing],
    ['Traders known from a later time', outdated],
    ['Lines that can’t be read', invalid.count],
  ] as const;
  return (
    <section className="flex flex-col gap-4" aria-labelledby="list-result">
      <h3 className="h4" id="list-result">
        <span role="status">
          {isApplied ? `Applied: ${toCount(result.traders, 'trader')}` : 'What it would change'}
        </span>
      </h3>
      <dl className="dl">
        {facts.map(([name, count]) => (
          <Fact key={name} name={name}>
            {f.count(count)}
          </Fact>
        ))}
      </dl>
      <Listed
        title="Confirmed"
        {...confirmed}
        columns={[
          ['Broker ID', ({ traderId }) => traderId],
          ['Email', ({ email }) => email, 'cell-text'],
          ['Balance', ({ balance }) => f.usd(balance), 'r'],
        ]}
        getKey={({ email }) => email}
      />
      <Listed
        title="Refused"
        {...refused}
        columns={[
          ['Broker ID', ({ traderId }) => traderId],
          ['Email', ({ email }) => email, 'cell-text'],
          ['Why', ({ cause }) => causes[cause], 'cell-text'],
        ]}
        getKey={({ email }) => email}
      />
      <Listed
        title="Can’t be read"
        {...invalid}
        columns={[
          ['Line', ({ line }) => line],
          ['Value', ({ value }) => <span className="mono wrap-anywhere">{value || '(empty)'}</span>, 'cell-text'],
          ['Allowed', ({ allowed }) => allowed, 'cell-text'],
        ]}
        getKey={({ line }) => line}
      />
    </section>
  );
}

const causes = { not_listed: 'not in the complete list', taken: 'another user has this ID' };

interface ListedProps<Row> {
  readonly title: string;
  readonly count: number;
  readonly items: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly getKey: (row: Row) => string | number;
}

function Listed<Row>({ title, count, items, columns, getKey }: ListedProps<Row>) {
  if (count === 0) return null;
  const rest = count - items.length;
  return (
    <div className="flex flex-col gap-2">
      <h4 className="flabel">{title}</h4>
      <TableScroll label={title}>
        <DataTable columns={columns} rows={items} getKey={getKey} caption={title} />
      </TableScroll>
      {rest > 0 && <p className="text-13 text-ink-3">{`and ${f.count(rest)} more`}</p>}
    </div>
  );
}
