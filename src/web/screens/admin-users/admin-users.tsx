import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#contract/admin/users.ts';
import { userStates } from '#domain/accounts/user.ts';
import { countText } from '#web/admin/admin-texts.ts';
import { FilterReset, FilterSearch } from '#web/admin/filter-search.tsx';
import { OperatorList } from '#web/admin/operator-list.tsx';
import { TextArea } from '#web/admin/text-area.tsx';
import { usePages } from '#web/admin/use-pages.ts';
import { checkUserBalance, getCampaigns, getOverview, getUsers } from '#web/api/calls/admin-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { FilterChoices } from '#web/filters/filter-fields.tsx';
import { type AddressFilters, useAddressFilters } from '#web/filters/use-address-filters.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useSignedIn } from '#web/session/next-step.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { carryOut, minReason, needsReason, takesReason, type UserAction } from './user-change.ts';
import { UserRows } from './user-table.tsx';

export const meta = unlisted(pageTitle(({ t }) => t('admin.users.title')));

/** All accounts: search, filter, block, change the role, sign out. */
export default function AdminUsers() {
  const phrases = usePhrases();
  const { t } = phrases;
  const { data: overview } = useRead(['admin', 'overview'], getOverview);
  return (
    <>
      <PageHead
        title={t('admin.users.title')}
        lead={
          overview &&
          t('admin.users.counts', {
            total: countText(overview.users.total, overview.users, phrases),
            withAccess: countText(overview.users.withAccess, overview.users, phrases),
          })
        }
      />
      <p className="text-13 text-ink-3 mb-4">{t('admin.users.note')}</p>
      <UserList />
    </>
  );
}

interface DialogState {
  readonly action: UserAction;
  readonly user: AdminUser;
}

const filterNames = ['q', 'state', 'campaign', 'internal'] as const;

function UserList() {
  const { t } = usePhrases();
  const own = useSignedIn();
  const queries = useQueryClient();
  const filters = useAddressFilters(filterNames);
  const pages = usePages({ key: 'users', query: toQuery(filters.query), fetch: getUsers });
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const done = (): void => {
    setDialog(null);
    void queries.invalidateQueries({ queryKey: ['admin'] });
  };
  return (
    <>
      <OperatorList pages={pages} filters={<UserFilters filters={filters} />} empty={t('admin.users.empty')}>
        {(users) => (
          <UserRows
            users={users}
            ownId={own?.id ?? ''}
            onAction={(action, user) => setDialog({ action, user })}
            onCheckBalance={({ id }) => checkUserBalance(id).finally(done)}
          />
        )}
      </OperatorList>
      {dialog && <ConfirmDialog {...dialog} onDone={done} onClose={() => setDialog(null)} />}
    </>
  );
}

/** Internal accounts are hidden unless requested. */
function toQuery(query: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(query);
  const internal = params.get('internal');
  if (internal === 'show') params.delete('internal');
  else if (internal === null) params.set('internal', 'hide');
  return params;
}

function UserFilters({ filters }: { filters: AddressFilters<(typeof filterNames)[number]> }) {
  const { t } = usePhrases();
  const campaigns = useCampaigns();
  return (
    <div className="filters">
      <FilterSearch filters={filters} name="q" label={t('admin.users.search')} />
      <FilterChoices
        filters={filters}
        choices={[
          [
            'state',
            t('admin.users.state'),
            t('admin.users.stateAll'),
            userStates.map((state) => [state, t(`admin.users.states.${state}`)]),
          ],
          [
            'campaign',
            t('admin.users.campaign'),
            t('admin.users.campaignAll'),
            campaigns.map((campaign) => [campaign, campaign]),
          ],
          [
            'internal',
            t('admin.users.internal'),
            t('admin.users.internalHide'),
            [
              ['show', t('admin.users.internalShow')],
              ['only', t('admin.users.internalOnly')],
            ],
          ],
        ]}
      />
      <FilterReset filters={filters} />
    </div>
  );
}

/** Campaigns with registrations in the last two years. */
function useCampaigns(): readonly string[] {
  const now = new Date(serverClock.now());
  const period = { from: `${now.getUTCFullYear() - 1}-01-01`, to: now.toISOString().slice(0, 10) };
  const { data } = useRead(['campaigns', period], () => getCampaigns(period));
  return (data?.campaigns ?? []).flatMap(({ campaign }) => campaign ?? []);
}

interface ConfirmDialogProps extends DialogState {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/**
 * Explains an action before it is performed, with a reason for the audit log where the action takes
 * one.
 */
export function ConfirmDialog({ action, user, onDone, onClose }: ConfirmDialogProps) {
  const { t } = usePhrases();
  const [reason, setReason] = useState('');
  const isTooShort = reason.trim().length < minReason(action) && (needsReason(action) || reason.trim() !== '');
  return (
    <ActionDialog
      variant="operator"
      title={t(`admin.users.${action}.title`)}
      confirm={t(`admin.users.${action}.confirm`)}
      cancel={t('admin.users.keep')}
      isReady={!isTooShort}
      act={() => carryOut(action, user, reason.trim())}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t(`admin.users.${action}.text`, { email: user.email })}</p>
      {takesReason(action) && (
        <TextArea
          label={t('admin.users.reason')}
          hint={t('admin.users.reasonHint', { min: minReason(action) })}
          rows={2}
          maxLength={500}
          required={needsReason(action)}
          value={reason}
          onChange={setReason}
        />
      )}
    </ActionDialog>
  );
}
