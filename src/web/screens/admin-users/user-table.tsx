import { Ban, KeyRound, LogOut, Radio, RefreshCw, ShieldCheck, ShieldMinus, Undo2, Unlink } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { AdminUser } from '#contract/admin/users.ts';
import type { UserState } from '#domain/accounts/user.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { TableOrCards } from '#web/ui/data-table.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { RowAction, RowMenu } from '#web/ui/row-menu.tsx';
import type { UserAction } from './user-change.ts';

interface UserRowsProps {
  readonly users: readonly AdminUser[];
  /** The administrator: actions on one's own account are not offered. */
  readonly ownId: string;
  readonly onAction: (action: UserAction, user: AdminUser) => void;
  readonly onCheckBalance: (user: AdminUser) => Promise<void>;
}

export function UserRows({ users, ...menu }: UserRowsProps) {
  const { t, f } = usePhrases();
  return (
    <TableOrCards
      className="tbl hist"
      rows={users}
      getKey={({ id }) => id}
      columns={[
        [t('admin.users.email'), ({ email }) => email, 'pairc cell-text'],
        [t('admin.users.brokerId'), ({ referralId }) => referralId ?? '—'],
        [t('admin.users.balance'), ({ balance }) => (balance === null ? '—' : f.usd(balance)), 'r'],
        [t('admin.users.state'), (user) => <StateChips user={user} />],
        [t('admin.users.campaign'), ({ campaign }) => campaign ?? '—', 'cell-text'],
        [t('admin.users.signals'), ({ signals }) => f.count(signals), 'r'],
        [t('admin.users.seen'), ({ lastSeenAt }) => <LastSeen at={lastSeenAt} />, 'r'],
        [
          <span key="actions" className="sr-only">
            {t('admin.users.actions')}
          </span>,
          (user) => <UserMenu user={user} {...menu} />,
          'acts',
        ],
      ]}
      card={(user) => <UserCard user={user} {...menu} />}
    />
  );
}

type UserRowProps = Omit<UserRowsProps, 'users'> & { readonly user: AdminUser };

function UserCard({ user, ...menu }: UserRowProps) {
  const { t, f } = usePhrases();
  return (
    <>
      <b className="text-ink-1 font-semibold min-w-0 wrap-anywhere adm-mail">{user.email}</b>
      <span className="adm-more">
        <UserMenu user={user} {...menu} />
      </span>
      <StateChips user={user} />
      <b className="text-ink-1 font-semibold tabular-nums">{user.balance === null ? '—' : f.usd(user.balance)}</b>
      <span className="text-13 text-ink-3 tabular-nums">
        {user.referralId === null ? t('admin.users.noBrokerId') : `ID ${user.referralId}`}
      </span>
      <span className="text-13 text-ink-3 tabular-nums">
        {t('admin.users.signalsOf', { n: f.count(user.signals), count: user.signals })} ·{' '}
        <LastSeen at={user.lastSeenAt} />
      </span>
    </>
  );
}

export function UserMenu({ user, ownId, onAction, onCheckBalance }: UserRowProps) {
  const { t, lang } = usePhrases();
  const navigate = useNavigate();
  const check = useToastAction(() => onCheckBalance(user));
  const isOwn = user.id === ownId;
  const isAdmin = user.roles.includes('admin');
  const requestAction = (action: UserAction) => () => onAction(action, user);
  return (
    <RowMenu label={t('admin.users.actionsFor', { email: user.email })}>
      <RowAction
        icon={Radio}
        onPress={() => void navigate(paths.adminSignals(lang, user.id))}
        text={t('admin.users.menu.signals')}
      />
      {!user.isBlocked && (
        <RowAction icon={KeyRound} onPress={requestAction('mailPassword')} text={t('admin.users.menu.mailPassword')} />
      )}
      {user.referralId !== null && (
        <RowAction icon={RefreshCw} onPress={() => void check.run()} text={t('admin.users.menu.checkBalance')} />
      )}
      {user.referralId !== null && (
        <RowAction icon={Unlink} onPress={requestAction('releaseTrader')} text={t('admin.users.menu.releaseTrader')} />
      )}
      <RowAction icon={LogOut} onPress={requestAction('endSessions')} text={t('admin.users.menu.endSessions')} />
      {!isAdmin && user.state !== 'activate' && !user.isBlocked && (
        <RowAction icon={ShieldCheck} onPress={requestAction('promote')} text={t('admin.users.menu.promote')} />
      )}
      {isAdmin && !isOwn && !user.isNamedAdmin && (
        <RowAction icon={ShieldMinus} onPress={requestAction('demote')} text={t('admin.users.menu.demote')} />
      )}
      {!isOwn && <hr />}
      {!isOwn && !user.isBlocked && (
        <RowAction icon={Ban} isGrave onPress={requestAction('block')} text={t('admin.users.menu.block')} />
      )}
      {user.isBlocked && (
        <RowAction icon={Undo2} onPress={requestAction('unblock')} text={t('admin.users.menu.unblock')} />
      )}
    </RowMenu>
  );
}

const tones: Record<UserState, string> = {
  blocked: 'loss',
  activate: '',
  enter_id: '',
  self_excluded: 'equal',
  check_balance: '',
  top_up: 'warn',
  trade: 'win',
};

/** Progress of the account, and its other attributes. */
function StateChips({ user: { state, isInternal, roles } }: { user: AdminUser }) {
  const { t } = usePhrases();
  return (
    <span className="flex items-center flex-wrap gap-2">
      <span className={`chip ${tones[state]}`}>{t(`admin.users.states.${state}`)}</span>
      {roles.includes('admin') && <span className="chip">{t('admin.users.isAdmin')}</span>}
      {isInternal && <span className="chip">{t('admin.users.isInternal')}</span>}
    </span>
  );
}

function LastSeen({ at }: { at: string | null }) {
  const { t, f } = usePhrases();
  if (at === null) return t('admin.users.never');
  return <time dateTime={at}>{f.moment(Date.parse(at), serverClock.now())}</time>;
}
