import { FileUp, ListChecks } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, useRef, useState } from 'react';
import type { PartnerListResult } from '#contract/admin/claims.ts';
import { type ListColumns, maxListLength, parsePartnerList, splitRows } from '#domain/accounts/partner-list.ts';
import { f } from '#web/admin/admin-texts.ts';
import { MomentField, TextArea } from '#web/admin/fields.tsx';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Options, Select } from '#web/ui/select.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { PartnerListChanges } from './partner-list-changes.tsx';

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
  const places: Options = cells.map((cell, place) => [place, `${place + 1}: ${cell.slice(0, 40)}`]);
  const [sample] = parsePartnerList(head, columns).traders;
  const set = (column: keyof ListColumns) => (place: string) =>
    onChange({ ...chosen, columns: { ...columns, [column]: place === '' ? null : Number(place) } });
  return (
    <>
      <div className="grid grid-cols-2 gap-4 phone:grid-cols-1">
        <Choice name="Column of trader IDs" value={columns.traderId} options={places} onChoose={set('traderId')} />
        <Choice name="Column of balances" value={columns.balance} options={places} onChoose={set('balance')} />
        <Choice
          name="Column of registration days"
          value={columns.registered ?? ''}
          options={[['', 'none'], ...places]}
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
