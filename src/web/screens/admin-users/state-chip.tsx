import type { AdminUser } from '#contract/admin-users.ts';
import type { UserState } from '#domain/accounts/user-state.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

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
export function StateChips({ user: { state, isInternal, roles } }: { user: AdminUser }) {
  const { t } = usePhrases();
  return (
    <span className="flex items-center flex-wrap gap-2">
      <span className={`chip ${tones[state]}`}>{t(`admin.users.states.${state}`)}</span>
      {roles.includes('admin') && <span className="chip">{t('admin.users.isAdmin')}</span>}
      {isInternal && <span className="chip">{t('admin.users.isInternal')}</span>}
    </span>
  );
}
