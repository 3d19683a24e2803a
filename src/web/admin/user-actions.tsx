import {
  Ban,
  Download,
  Eraser,
  KeyRound,
  LogOut,
  Mail,
  Radio,
  RefreshCw,
  ShieldCheck,
  ShieldMinus,
  Undo2,
  Unlink,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { auditReasonLength } from '#contract/admin/admin.ts';
import type { AdminUser, UserChange } from '#contract/admin/users.ts';
import { releaseReasonLength } from '#domain/accounts/trader-claim.ts';
import type { UserState } from '#domain/accounts/user.ts';
import { call, fetchFile } from '../api/request.ts';
import { usePathLanguage } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { confirming } from '../second-factor/confirm-again.ts';
import { useIsByList } from '../session/broker-links.ts';
import { useSignedIn } from '../session/next-step.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { useToastAction } from '../ui/feedback/toast.tsx';
import { RowAction, RowMenu } from '../ui/row-menu.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ReasonField } from './fields.tsx';

export const userStateNames: Readonly<Record<UserState, { readonly text: string; readonly tone: string }>> = {
  blocked: { text: 'blocked', tone: 'loss' },
  activate: { text: 'email not confirmed', tone: '' },
  enter_id: { text: 'no broker ID', tone: '' },
  self_excluded: { text: 'self-excluded', tone: 'equal' },
  check_balance: { text: 'balance unknown', tone: '' },
  top_up: { text: 'balance too low', tone: 'warn' },
  trade: { text: 'has access', tone: 'win' },
};

/** The state of an account, and what sets it apart. */
export const UserChips = ({ user: { state, roles, isInternal } }: { readonly user: AdminUser }) => (
  <span className="flex items-center flex-wrap gap-2">
    <span className={`chip ${userStateNames[state].tone}`}>{userStateNames[state].text}</span>
    {roles.includes('admin') && <span className="chip">admin</span>}
    {isInternal && <span className="chip">internal</span>}
  </span>
);

/** The menu of an account, and the dialog of the action that was chosen. `onErased`: the account is gone. */
export function useUserActions(onErased: () => void = () => undefined) {
  const own = useSignedIn();
  const isByList = useIsByList();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<{ readonly action: UserAction; readonly user: AdminUser } | null>(null);
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['admin'] });
  const done = (): void => {
    setDialog(null);
    if (dialog?.action === 'erase') onErased();
    refresh();
  };
  const checkBalance = ({ id }: AdminUser): Promise<void> =>
    confirming(() => call('POST /api/admin/users/:id/balance', { params: { id } })).finally(refresh);
  return {
    toMenu: (user: AdminUser): ReactNode => (
      <UserMenu
        user={user}
        ownId={own?.id ?? ''}
        canCheckBalance={!isByList}
        onAction={(action) => setDialog({ action, user })}
        onCheckBalance={checkBalance}
      />
    ),
    dialog: dialog && <ConfirmDialog {...dialog} onDone={done} onClose={() => setDialog(null)} />,
  };
}

interface UserMenuProps {
  readonly user: AdminUser;
  /** The administrator: some actions on one's own account are not offered. */
  readonly ownId: string;
  readonly canCheckBalance: boolean;
  readonly onAction: (action: UserAction) => void;
  readonly onCheckBalance: (user: AdminUser) => Promise<void>;
}

export function UserMenu({ user, ownId, canCheckBalance, onAction, onCheckBalance }: UserMenuProps) {
  const lang = usePathLanguage();
  const navigate = useNavigate();
  const check = useToastAction(() => onCheckBalance(user));
  const exportData = useToastAction(async () => {
    const read = () => fetchFile('GET /api/admin/users/:id/export', 'application/json', { params: { id: user.id } });
    saveFile(await confirming(read), `user-data-${user.id}.json`);
  });
  const isOwn = user.id === ownId;
  const isAdmin = user.roles.includes('admin');
  const hasBrokerId = user.referralId !== null;
  const canPromote = !isAdmin && user.state !== 'activate' && !user.isBlocked;
  const canDemote = isAdmin && !isOwn && !user.isNamedAdmin;
  return (
    <RowMenu label={`Actions for ${user.email}`}>
      <RowAction icon={Radio} text="View signals" onPress={() => void navigate(paths.adminSignals(lang, user.id))} />
      <RowAction icon={Download} text="Download their data" onPress={() => void exportData.run()} />
      {user.state === 'activate' && (
        <RowAction icon={Mail} text="Resend activation…" onPress={() => onAction('mailActivation')} />
      )}
      {!user.isBlocked && (
        <RowAction icon={KeyRound} text="Send password reset…" onPress={() => onAction('mailPassword')} />
      )}
      {hasBrokerId && canCheckBalance && (
        <RowAction icon={RefreshCw} text="Check balance" onPress={() => void check.run()} />
      )}
      {hasBrokerId && <RowAction icon={Unlink} text="Unlink broker ID…" onPress={() => onAction('releaseTrader')} />}
      <RowAction icon={LogOut} text="Sign out everywhere…" onPress={() => onAction('endSessions')} />
      {canPromote && <RowAction icon={ShieldCheck} text="Make administrator…" onPress={() => onAction('promote')} />}
      {canDemote && (
        <RowAction icon={ShieldMinus} text="Remove administrator role…" onPress={() => onAction('demote')} />
      )}
      {!isOwn && <hr className="my-1.5 w-full border-0 border-t border-(--line-2)" />}
      {!isOwn && !user.isBlocked && <RowAction icon={Ban} isGrave text="Block…" onPress={() => onAction('block')} />}
      {user.isBlocked && <RowAction icon={Undo2} text="Unblock…" onPress={() => onAction('unblock')} />}
      {!isOwn && <RowAction icon={Eraser} isGrave text="Erase account…" onPress={() => onAction('erase')} />}
    </RowMenu>
  );
}

/** Actions on an account, each with a confirmation. */
export type UserAction =
  | 'mailActivation'
  | 'mailPassword'
  | 'endSessions'
  | 'releaseTrader'
  | 'promote'
  | 'demote'
  | 'block'
  | 'unblock'
  | 'erase';

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
  mailActivation: {
    title: 'Send the activation email again?',
    text: 'gets a new link that works for 24 hours; the earlier one ends.',
    confirm: 'Send email',
    act: ({ id }) => confirming(() => call('POST /api/admin/users/:id/activation-mail', { params: { id } })),
  },
  erase: {
    title: 'Erase this account?',
    text: 'loses the account, and all personal data with it, for ever: only on their request. Settled signals stay in the public record without a name. They get a last email.',
    confirm: 'Erase for ever',
    reason: 'required',
    act: ({ id }, reason) =>
      confirming(() => call('POST /api/admin/users/:id/erase', { params: { id }, body: { reason } })),
  },
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
  const min = action === 'releaseTrader' ? releaseReasonLength.min : auditReasonLength.min;
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
      {needed && <ReasonField min={min} required={needed === 'required'} value={typed} onChange={setReason} />}
    </ActionDialog>
  );
}
