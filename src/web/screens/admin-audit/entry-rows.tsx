import type { AuditEntry } from '#contract/admin/audit.ts';
import { When } from '#web/admin/table-cells.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import { ActionIcon } from './action-icon.tsx';
import { Actor, Fingerprint, Target, Why } from './entry-words.tsx';

interface EntriesProps {
  readonly entries: readonly AuditEntry[];
}

export const EntryRows = (props: EntriesProps) => (useIsWide() ? <EntryTable {...props} /> : <EntryCards {...props} />);

function EntryTable({ entries }: EntriesProps) {
  const { t } = usePhrases();
  const columns = ['when', 'who', 'what', 'target', 'why'] as const;
  return (
    <table className="tbl hist tabular-nums">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`admin.audit.${column}`)}
            </th>
          ))}
          <th scope="col" className="r">
            {t('admin.audit.fingerprint')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <When at={entry.at} />
            </td>
            <td className="text-ink-1 cell-text">
              <Actor actor={entry.actor} />
            </td>
            <td>
              <Action entry={entry} />
            </td>
            <td className="pairc cell-text">
              <Target entry={entry} />
            </td>
            <td className="cell-text adm-why">
              <Why entry={entry} />
            </td>
            <td className="r">
              <Fingerprint entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const EntryCards = ({ entries }: EntriesProps) => (
  <ul>
    {entries.map((entry) => (
      <li key={entry.id} className="hrow adm-entry">
        <b className="text-ink-1 font-semibold">
          <Action entry={entry} />
        </b>
        <span className="text-13 text-ink-3 tabular-nums">
          <When at={entry.at} />
        </span>
        <span className="text-14 min-w-0 wrap-anywhere">
          <b className="text-ink-1 font-semibold">
            <Target entry={entry} />
          </b>
          : <Why entry={entry} />
        </span>
        <span className="text-13 text-ink-3 min-w-0 wrap-anywhere">
          <Actor actor={entry.actor} /> · <Fingerprint entry={entry} />
        </span>
      </li>
    ))}
  </ul>
);

function Action({ entry: { action } }: { entry: AuditEntry }) {
  const { t } = usePhrases();
  return (
    <span className="flex items-center gap-2 adm-action">
      <ActionIcon action={action} />
      {t(`admin.audit.actions.${action}`)}
    </span>
  );
}
