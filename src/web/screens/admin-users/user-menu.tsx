import { Ban, KeyRound, LogOut, Radio, RefreshCw, ShieldCheck, ShieldMinus, Undo2, Unlink } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { AdminUser } from '#contract/admin/users.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { RowAction, RowMenu } from '#web/ui/row-menu.tsx';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import type { UserAction } from './user-change.ts';

interface UserMenuProps {
  readonly user: AdminUser;
  /** The administrator: actions on one's own account are not offered. */
  readonly ownId: string;
  readonly onAction: (action: UserAction, user: AdminUser) => void;
  readonly onCheckBalance: (user: AdminUser) => Promise<void>;
}

export function UserMenu({ user, ownId, onAction, onCheckBalance }: UserMenuProps) {
  const { t, lang } = usePhrases();
  const navigate = useNavigate();
  const check = useAction(() => onCheckBalance(user), useErrorToast());
  const isOwn = user.id === ownId;
  const isAdmin = user.roles.includes('admin');
  const requestAction = (action: UserAction) => () => onAction(action, user);
  return (
    <RowMenu label={t('admin.users.actionsFor', { email: user.email })}>
      <RowAction icon={Radio} onPress={() => void navigate(paths.adminSignals(lang, user.id))}>
        {t('admin.users.menu.signals')}
      </RowAction>
      {!user.isBlocked && (
        <RowAction icon={KeyRound} onPress={requestAction('mailPassword')}>
          {t('admin.users.menu.mailPassword')}
        </RowAction>
      )}
      {user.referralId !== null && (
        <RowAction icon={RefreshCw} onPress={() => void check.run()}>
          {t('admin.users.menu.checkBalance')}
        </RowAction>
      )}
      {user.referralId !== null && (
        <RowAction icon={Unlink} onPress={requestAction('releaseTrader')}>
          {t('admin.users.menu.releaseTrader')}
        </RowAction>
      )}
      <RowAction icon={LogOut} onPress={requestAction('endSessions')}>
        {t('admin.users.menu.endSessions')}
      </RowAction>
      {!isAdmin && user.state !== 'activate' && !user.isBlocked && (
        <RowAction icon={ShieldCheck} onPress={requestAction('promote')}>
          {t('admin.users.menu.promote')}
        </RowAction>
      )}
      {isAdmin && !isOwn && !user.isNamedAdmin && (
        <RowAction icon={ShieldMinus} onPress={requestAction('demote')}>
          {t('admin.users.menu.demote')}
        </RowAction>
      )}
      {!isOwn && <hr />}
      {!isOwn && !user.isBlocked && (
        <RowAction icon={Ban} isGrave onPress={requestAction('block')}>
          {t('admin.users.menu.block')}
        </RowAction>
      )}
      {user.isBlocked && (
        <RowAction icon={Undo2} onPress={requestAction('unblock')}>
          {t('admin.users.menu.unblock')}
        </RowAction>
      )}
    </RowMenu>
  );
}
