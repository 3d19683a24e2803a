import { FileUp, ListChecks } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, useRef, useState } from 'react';
import type { PartnerListResult } from '#contract/admin/claims.ts';
import { type ListColumns, maxListLength, parsePartnerList, splitRows } from '#domain/accounts/partner-list.ts';
import { f, toCount } from '#web/admin/admin-texts.ts';
import { MomentField, TextArea } from '#web/admin/fields.tsx';
import { TableScroll } from '#web/admin/table-cells.tsx';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Fact } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { type Options, Select } from '#web/ui/select.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';

interface Chosen {
  readonly csv: string;
  readonly columns: ListColumns;
  /** Null: the field is empty. */
  readonly exportedAt: string | null;
  readonly isComplete: boolean;
}

/** Reads a list of the partner: file, columns, what it would change, and then applies it. */
export function PartnerListForm({ onApplied }: { readonly onApplied: () => void }) {
  const errorText = useErrorText();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [result, setResult] = useState<PartnerListResult | null>(null);
  const change = (next: Chosen | null): void => {
    setChosen(next);
    setResult(null);
  };
  const open = (csv: string, exportedAt: number): void => change(csv.trim() === '' ? null : toChosen(csv, exportedAt));
  const send = useAction(async (apply: boolean) => {
    if (!chosen?.exportedAt) return;
    const body = { ...chosen, exportedAt: chosen.exportedAt, apply };
    setResult(await confirming(() => call('POST /api/admin/claims/list', { body })));
    if (apply) onApplied();
  });
  const isTooLong = chosen !== null && chosen.csv.length > maxListLength;
  const canSend = chosen !== null && !isTooLong && chosen.exportedAt !== null;
  return (
    <Card title="The partner’s list" titleId="partner-list">
      <div className="p-card flex flex-col gap-5">
        <p className="text-14 text-ink-3">
          A CSV with a column of trader IDs and one of balances in dollars. Commas, semicolons, tabs and decimal commas
          are all read. A list may be a part, even one line: traders that it leaves out keep their ID, and their balance
          counts until it’s too old. Nothing changes before you apply it.
        </p>
        <Source csv={chosen?.csv ?? ''} onOpen={open} />
        {chosen && !isTooLong && <ColumnFields chosen={chosen} onChange={change} />}
        {isTooLong && (
          <p className="loss text-14" role="alert">
            The list is too long: at most {f.count(maxListLength)} characters. Split it.
          </p>
        )}
        <div>
          <Button
            look="s"
            icon={ListChecks}
            disabled={!canSend}
            isBusy={send.isBusy}
            onClick={() => void send.run(false)}
            text="Show what it changes"
          />
        </div>
        <p className="loss text-14" role="alert">
          {send.error !== null && errorText(send.error)}
        </p>
        {result && <PartnerListChanges result={result} />}
        {result && !result.isApplied && result.traders > 0 && (
          <div>
            <Button look="p" isBusy={send.isBusy} onClick={() => void send.run(true)} text="Apply the list" />
          </div>
        )}
      </div>
    </Card>
  );
}

const names = {
  traderId: /id|trader|акаунт|рахунок|сч[её]т/i,
  balance: /balance|баланс/i,
  registered: /reg|date|дата/i,
};

/** The columns are guessed by their names; a list without names has them in this order. */
function toChosen(csv: string, exportedAt: number): Chosen {
  const [first] = splitRows(csv.slice(0, 5_000));
  const find = (name: keyof typeof names): number => (first?.cells ?? []).findIndex((cell) => names[name].test(cell));
  const [traderId, balance, registered] = [find('traderId'), find('balance'), find('registered')];
  return {
    csv,
    columns: {
      traderId: Math.max(0, traderId),
      balance: balance < 0 ? 1 : balance,
      registered: registered < 0 ? null : registered,
    },
    exportedAt: new Date(exportedAt).toISOString(),
    isComplete: false,
  };
}

interface SourceProps {
  readonly csv: string;
  readonly onOpen: (csv: string, exportedAt: number) => void;
}

/** A file, or pasted lines. */
function Source({ csv, onOpen }: SourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    if (!file) return;
    setName(file.name);
    // A downloaded file was changed last when it was exported.
    onOpen(await file.text(), Math.min(file.lastModified, serverClock.now()));
    target.value = '';
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="List of the partner"
          hidden
          onChange={(event) => void choose(event)}
        />
        <Button look="s" icon={FileUp} onClick={() => input.current?.click()} text="Choose a file" />
        <span className="text-14 text-ink-2 wrap-anywhere">{name}</span>
      </div>
      {name === null && (
        <TextArea
          label="Or paste lines"
          rows={3}
          spellCheck={false}
          placeholder="trader_id,balance,registered"
          value={csv}
          onChange={(text) => onOpen(text, serverClock.now())}
        />
      )}
    </>
  );
}

interface ColumnFieldsProps {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

function ColumnFields({ chosen, onChange }: ColumnFieldsProps) {
  const { csv, columns, exportedAt, isComplete } = chosen;
  const head = csv.slice(0, 5_000);
  const cells = splitRows(head)[0]?.cells ?? [];
  const choices: Options = cells.map((cell, index) => [index, `${index + 1}: ${cell.slice(0, 40)}`]);
  const [sample] = parsePartnerList(head, columns).traders;
  const set = (column: keyof ListColumns) => (index: string) =>
    onChange({ ...chosen, columns: { ...columns, [column]: index === '' ? null : Number(index) } });
  return (
    <>
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Choice name="Column of trader IDs" value={columns.traderId} options={choices} onChoose={set('traderId')} />
        <Choice name="Column of balances" value={columns.balance} options={choices} onChoose={set('balance')} />
        <Choice
          name="Column of registration days"
          value={columns.registered ?? ''}
          options={[['', 'none'], ...choices]}
          onChoose={set('registered')}
        />
        <MomentField
          key={csv}
          label="Exported at"
          value={exportedAt}
          onChange={(instant) => onChange({ ...chosen, exportedAt: instant })}
        />
      </div>
      <SwitchRow
        label="The list is complete"
        note="Claims that were sent before it and aren’t in it are refused."
        isOn={isComplete}
        onToggle={() => onChange({ ...chosen, isComplete: !isComplete })}
      />
      {sample && (
        <p className="text-14 text-ink-3">
          {`First trader as read: ID ${sample.traderId}, ${f.usd(sample.balance)}${
            sample.registeredAt === null ? '' : `, registered ${f.date(sample.registeredAt)}`
          }.`}
        </p>
      )}
    </>
  );
}

type ChoiceProps = Omit<ComponentProps<typeof Select>, 'label'> & { readonly name: string };

/** A select with its name above. */
const Choice = ({ name, ...select }: ChoiceProps) => (
  <div className="field [&_select]:flex-1">
    <span className="flabel" aria-hidden="true">
      {name}
    </span>
    <Select label={name} {...select} />
  </div>
);

/** The changes by a list, before and after it is applied. */
function PartnerListChanges({ result }: { readonly result: PartnerListResult }) {
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
