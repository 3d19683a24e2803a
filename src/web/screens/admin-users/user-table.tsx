import type { AdminUser } from '#contract/admin/users.ts';
import type { UserState } from '#domain/accounts/user.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useIsWide } from '#web/ui/use-is-wide.ts';
import type { UserAction } from './user-change.ts';
import { UserMenu } from './user-menu.tsx';

interface UserRowsProps {
  readonly users: readonly AdminUser[];
  readonly ownId: string;
  readonly onAction: (action: UserAction, user: AdminUser) => void;
  readonly onCheckBalance: (user: AdminUser) => Promise<void>;
}

/** A table where there is room for one, otherwise a card per user. */
export const UserRows = (props: UserRowsProps) => (useIsWide() ? <UserTable {...props} /> : <UserCards {...props} />);

function UserTable({ users, ...menu }: UserRowsProps) {
  const { t } = usePhrases();
  return (
    <table className="tbl hist tabular-nums">
      <thead>
        <tr>
          <th scope="col">{t('admin.users.email')}</th>
          <th scope="col">{t('admin.users.brokerId')}</th>
          <th scope="col" className="r">
            {t('admin.users.balance')}
          </th>
          <th scope="col">{t('admin.users.state')}</th>
          <th scope="col">{t('admin.users.campaign')}</th>
          <th scope="col" className="r">
            {t('admin.users.signals')}
          </th>
          <th scope="col" className="r">
            {t('admin.users.seen')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('admin.users.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserTableRow key={user.id} user={user} {...menu} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<UserRowsProps, 'users'> & { readonly user: AdminUser };

function UserTableRow({ user, ...menu }: RowProps) {
  const { f } = usePhrases();
  return (
    <tr>
      <td className="pairc cell-text">{user.email}</td>
      <td>{user.referralId ?? '—'}</td>
      <td className="r">{user.balance === null ? '—' : f.usd(user.balance)}</td>
      <td>
        <StateChips user={user} />
      </td>
      <td className="cell-text">{user.campaign ?? '—'}</td>
      <td className="r">{f.count(user.signals)}</td>
      <td className="r">
        <LastSeen at={user.lastSeenAt} />
      </td>
      <td className="acts">
        <UserMenu user={user} {...menu} />
      </td>
    </tr>
  );
}

const UserCards = ({ users, ...menu }: UserRowsProps) => (
  <ul>
    {users.map((user) => (
      <li key={user.id} className="hrow">
        <UserCard user={user} {...menu} />
      </li>
    ))}
  </ul>
);

function UserCard({ user, ...menu }: RowProps) {
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

function LastSeen({ at }: { at: string | null }) {
  const { t, f } = usePhrases();
  if (at === null) return t('admin.users.never');
  return <time dateTime={at}>{f.moment(Date.parse(at), serverClock.now())}</time>;
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
