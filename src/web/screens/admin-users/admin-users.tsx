import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, KeyRound, LogOut, Radio, RefreshCw, ShieldCheck, ShieldMinus, Undo2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdminUser, UserChange } from '#contract/admin/users.ts';
import { releaseReasonLength } from '#domain/accounts/trader-claim.ts';
import { type UserState, userStates } from '#domain/accounts/user.ts';
import { f } from '#web/admin/admin-texts.ts';
import { FilterSearch, OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { actionsHeading } from '#web/admin/table-cells.tsx';
import { TextArea } from '#web/admin/fields.tsx';
import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { FilterChoices } from '#web/filters/filter-fields.tsx';
import { operatorTitle } from '#web/language/page-title.ts';
import { usePathLanguage } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { useSignedIn } from '#web/session/next-step.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RowAction, RowMenu } from '#web/ui/row-menu.tsx';

export const meta = operatorTitle('Users');

const lead =
  'Viewing a user’s signals is written to the audit log. A balance appears only after the broker has confirmed it. Internal addresses are left out of statistics.';

/** All accounts: search, filter, block, change the role, sign out. */
export default function AdminUsers() {
  const own = useSignedIn();
  const queries = useQueryClient();
  const list = useOperatorList({
    call: 'GET /api/admin/users',
    filterNames: ['q', 'state', 'campaign', 'internal'],
    toQuery,
  });
  const { filters } = list;
  const campaigns = useCampaigns();
  const [dialog, setDialog] = useState<{ readonly action: UserAction; readonly user: AdminUser } | null>(null);
  const done = (): void => {
    setDialog(null);
    void queries.invalidateQueries({ queryKey: ['admin'] });
  };
  const checkBalance = ({ id }: AdminUser): Promise<void> =>
    confirming(() => call('POST /api/admin/users/:id/balance', { params: { id } })).finally(done);
  const toMenu = (user: AdminUser) => (
    <UserMenu
      user={user}
      ownId={own?.id ?? ''}
      onAction={(action) => setDialog({ action, user })}
      onCheckBalance={checkBalance}
    />
  );
  return (
    <>
      <PageHead title="Users" lead={lead} />
      <OperatorList
        list={list}
        filters={
          <>
            <FilterSearch filters={filters} name="q" label="Start of email, @domain, user or broker ID" />
            <FilterChoices
              filters={filters}
              choices={[
                ['state', 'State', 'State: all', userStates.map((state) => [state, states[state].text])],
                ['campaign', 'Campaign', 'Campaign: all', campaigns.map((name) => [name, name])],
                ['internal', 'Internal accounts', 'Hide internal', internalOptions],
              ]}
            />
          </>
        }
        columns={[...columns, [actionsHeading, toMenu, 'acts']]}
        getKey={({ id }) => id}
        empty="No users match."
      />
      {dialog && <ConfirmDialog {...dialog} onDone={done} onClose={() => setDialog(null)} />}
    </>
  );
}

const internalOptions = [
  ['show', 'Include internal'],
  ['only', 'Internal only'],
] as const;

/** Internal accounts are hidden unless requested. */
function toQuery(query: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(query);
  const internal = params.get('internal');
  if (internal === 'show') params.delete('internal');
  else if (internal === null) params.set('internal', 'hide');
  return params;
}

/** Campaigns with registrations since the beginning of last year. */
function useCampaigns(): readonly string[] {
  const from = `${new Date(serverClock.now()).getUTCFullYear() - 1}-01-01`;
  const { data } = useQuery(callQuery('GET /api/admin/campaigns', { query: { from } }));
  return (data?.campaigns ?? []).flatMap(({ campaign }) => campaign ?? []);
}

const states: Record<UserState, { readonly text: string; readonly tone: string }> = {
  blocked: { text: 'blocked', tone: 'loss' },
  activate: { text: 'email not confirmed', tone: '' },
  enter_id: { text: 'no broker ID', tone: '' },
  self_excluded: { text: 'self-excluded', tone: 'equal' },
  check_balance: { text: 'balance unknown', tone: '' },
  top_up: { text: 'balance too low', tone: 'warn' },
  trade: { text: 'has access', tone: 'win' },
};

const columns: readonly Column<AdminUser>[] = [
  ['Email', ({ email }) => email, 'pairc cell-text'],
  ['Broker ID', ({ referralId }) => referralId ?? '—'],
  ['Balance', ({ balance }) => (balance === null ? '—' : f.usd(balance)), 'r'],
  [
    'State',
    ({ state, roles, isInternal }) => (
      <span className="flex items-center flex-wrap gap-2">
        <span className={`chip ${states[state].tone}`}>{states[state].text}</span>
        {roles.includes('admin') && <span className="chip">admin</span>}
        {isInternal && <span className="chip">internal</span>}
      </span>
    ),
  ],
  ['Campaign', ({ campaign }) => campaign ?? '—', 'cell-text'],
  ['Signals', ({ signals }) => f.count(signals), 'r'],
  [
    'Last seen',
    ({ lastSeenAt: at }) =>
      at === null ? 'long ago' : <time dateTime={at}>{f.moment(Date.parse(at), serverClock.now())}</time>,
    'r',
  ],
];

interface UserMenuProps {
  readonly user: AdminUser;
  /** The administrator: some actions on one's own account are not offered. */
  readonly ownId: string;
  readonly onAction: (action: UserAction) => void;
  readonly onCheckBalance: (user: AdminUser) => Promise<void>;
}

export function UserMenu({ user, ownId, onAction, onCheckBalance }: UserMenuProps) {
  const lang = usePathLanguage();
  const navigate = useNavigate();
  const check = useToastAction(() => onCheckBalance(user));
  const isOwn = user.id === ownId;
  const isAdmin = user.roles.includes('admin');
  const hasBrokerId = user.referralId !== null;
  const canPromote = !isAdmin && user.state !== 'activate' && !user.isBlocked;
  const canDemote = isAdmin && !isOwn && !user.isNamedAdmin;
  return (
    <RowMenu label={`Actions for ${user.email}`}>
      <RowAction icon={Radio} text="View signals" onPress={() => void navigate(paths.adminSignals(lang, user.id))} />
      {!user.isBlocked && (
        <RowAction icon={KeyRound} text="Send password reset…" onPress={() => onAction('mailPassword')} />
      )}
      {hasBrokerId && <RowAction icon={RefreshCw} text="Check balance" onPress={() => void check.run()} />}
      {hasBrokerId && <RowAction icon={Unlink} text="Unlink broker ID…" onPress={() => onAction('releaseTrader')} />}
      <RowAction icon={LogOut} text="Sign out everywhere…" onPress={() => onAction('endSessions')} />
      {canPromote && <RowAction icon={ShieldCheck} text="Make administrator…" onPress={() => onAction('promote')} />}
      {canDemote && (
        <RowAction icon={ShieldMinus} text="Remove administrator role…" onPress={() => onAction('demote')} />
      )}
      {!isOwn && <hr className="my-1.5 w-full border-0 border-t border-(--line-2)" />}
      {!isOwn && !user.isBlocked && <RowAction icon={Ban} isGrave text="Block…" onPress={() => onAction('block')} />}
      {user.isBlocked && <RowAction icon={Undo2} text="Unblock…" onPress={() => onAction('unblock')} />}
    </RowMenu>
  );
}

/** Actions on an account, each with a confirmation. */
export type UserAction = 'mailPassword' | 'endSessions' | 'releaseTrader' | 'promote' | 'demote' | 'block' | 'unblock';

interface Confirmation {
  readonly title: string;
  /** Shown after the e-mail address. */
  readonly text: string;
  readonly confirm: string;
  /** Password mails and ended sessions are logged without one. */
  readonly reason?: 'required' | 'optional';
  readonly act: (user: AdminUser, reason: string) => Promise<unknown>;
}

const change = ({ id }: AdminUser, body: UserChange, reason: string): Promise<unknown> =>
  confirming(() =>
    call('PATCH /api/admin/users/:id', { params: { id }, body: { ...body, ...(reason !== '' && { reason }) } }),
  );

const confirmations: Record<UserAction, Confirmation> = {
  mailPassword: {
    title: 'Send a password reset email?',
    text: 'gets a link that works for 10 minutes. You won’t see it.',
    confirm: 'Send email',
    act: ({ id }) => confirming(() => call('POST /api/admin/users/:id/password-mail', { params: { id } })),
  },
  releaseTrader: {
    title: 'Unlink the broker ID?',
    text: 'loses the broker ID and its balance, and gets no signals until another ID is confirmed. We’ll email them, and anyone who was refused this ID in the last 30 days.',
    confirm: 'Unlink ID',
    reason: 'required',
    act: ({ id }, reason) =>
      confirming(() => call('DELETE /api/admin/users/:id/trader', { params: { id }, body: { reason } })),
  },
  endSessions: {
    title: 'Sign out everywhere?',
    text: 'is signed out on every device right away. They can sign back in with their password.',
    confirm: 'Sign out',
    act: ({ id }) => confirming(() => call('DELETE /api/admin/users/:id/sessions', { params: { id } })),
  },
  promote: {
    title: 'Make this user an administrator?',
    text: 'will see all users’ data and be able to block users and void signals.',
    confirm: 'Give role',
    reason: 'optional',
    act: (user, reason) => change(user, { role: 'admin' }, reason),
  },
  demote: {
    title: 'Remove the administrator role?',
    text: 'loses access to these pages right away.',
    confirm: 'Remove role',
    reason: 'optional',
    act: (user, reason) => change(user, { role: 'user' }, reason),
  },
  block: {
    title: 'Block this user?',
    text: 'is signed out on every device and can’t sign in. An open signal is still settled; no new ones follow.',
    confirm: 'Block',
    reason: 'required',
    act: (user, reason) => change(user, { blocked: true }, reason),
  },
  unblock: {
    title: 'Unblock this user?',
    text: 'can sign in with their password again.',
    confirm: 'Unblock',
    reason: 'optional',
    act: (user, reason) => change(user, { blocked: false }, reason),
  },
};

interface ConfirmDialogProps {
  readonly action: UserAction;
  readonly user: AdminUser;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Explains an action before it is performed, with a reason for the audit log where it takes one. */
export function ConfirmDialog({ action, user, onDone, onClose }: ConfirmDialogProps) {
  const { title, text, confirm, reason: needed, act } = confirmations[action];
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const min = action === 'releaseTrader' ? releaseReasonLength.min : 3;
  const isReady = reason.length >= min || (needed !== 'required' && reason === '');
  return (
    <ActionDialog
      variant="operator"
      title={title}
      confirm={confirm}
      cancel="Cancel"
      isReady={isReady}
      act={() => act(user, reason)}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{`${user.email} ${text}`}</p>
      {needed && (
        <TextArea
          label="Reason, for the audit log"
          hint={`At least ${min} characters. No passwords or other secrets: entries are never erased.`}
          rows={2}
          maxLength={500}
          required={needed === 'required'}
          value={typed}
          onChange={setReason}
        />
      )}
    </ActionDialog>
  );
}
