import {
  Ban,
  CircleOff,
  Eye,
  Gift,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  MessageSquareText,
  RefreshCw,
  ShieldCheck,
  ShieldMinus,
  Undo2,
  Unlink,
  UserX,
} from 'lucide-react';
import { Link } from 'react-router';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { type AuditAction, operatorId } from '#domain/accounts/audit-action.ts';
import { When } from '#web/admin/table-cells.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';

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

const icons: Record<AuditAction, LucideIcon> = {
  'signal.void': CircleOff,
  'signal.read': Eye,
  'signals.read': Eye,
  'user.block': Ban,
  'user.unblock': Undo2,
  'user.promote': ShieldCheck,
  'user.demote': ShieldMinus,
  'user.endSessions': LogOut,
  'user.mailPassword': KeyRound,
  'user.checkBalance': RefreshCw,
  'user.releaseTrader': Unlink,
  'user.requestEmail': Mail,
  'user.changeEmail': Mail,
  'user.undoEmail': Undo2,
  'user.delete': UserX,
  'mail.retry': MailCheck,
  'review.decide': MessageSquareText,
  'contest.draw': Gift,
  'contest.readProof': Eye,
  'contest.judgeProof': Gift,
  'contest.changeWinner': Gift,
};

function ActionIcon({ action }: { action: AuditAction }) {
  const Icon = icons[action];
  return <Icon className="ic" aria-hidden="true" />;
}

/** The actor: a user, or an operator by a command; a deleted account is shown by its id. */
function Actor({ actor }: Pick<AuditEntry, 'actor'>) {
  const { t } = usePhrases();
  if (actor.id === operatorId) return t('admin.audit.operator');
  return actor.email ?? <span title={actor.id}>{t('admin.audit.gone')}</span>;
}

/** The target: a signal number links to the signal, a user is shown by the e-mail address. */
function Target({ entry: { targetId, targetEmail, targetNumber } }: { entry: AuditEntry }) {
  const { t, f, lang } = usePhrases();
  if (targetNumber !== null) {
    return (
      <Link className="link" to={paths.adminSignal(lang, targetId)}>
        {t('admin.audit.signalNumber', { n: f.count(targetNumber) })}
      </Link>
    );
  }
  return targetEmail ?? <span className="mono">{targetId.slice(0, 8)}</span>;
}

/** The administrator's reason, otherwise what changed. */
function Why({ entry: { reason, before, after } }: { entry: AuditEntry }) {
  const { t } = usePhrases();
  const words = (state: AuditEntry['after']): string =>
    Object.values(state ?? {})
      .map((value) =>
        typeof value === 'boolean' ? t(value ? 'admin.audit.yes' : 'admin.audit.no') : String(value ?? '—'),
      )
      .join(', ');
  if (reason !== null) return reason;
  if (before && after) return t('admin.audit.change', { before: words(before), after: words(after) });
  return '—';
}

const shown = 8;

function Fingerprint({ entry: { fingerprint, isIntact } }: { entry: AuditEntry }) {
  const { t } = usePhrases();
  return (
    <>
      <span className="mono adm-fingerprint">{fingerprint?.slice(0, shown) ?? '—'}</span>
      {!isIntact && <b className="loss adm-broken">{t('admin.audit.isBroken')}</b>}
    </>
  );
}
