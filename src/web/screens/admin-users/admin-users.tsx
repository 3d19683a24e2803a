import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { AdminUser } from '#contract/admin/users.ts';
import { userStates } from '#domain/accounts/user.ts';
import { f } from '#web/admin/admin-texts.ts';
import { FilterSearch, OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { actionsHeading } from '#web/admin/table-cells.tsx';
import { UserChips, userStateNames, useUserActions } from '#web/admin/user-actions.tsx';
import { callQuery } from '#web/api/queries.ts';
import { fetchFile } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { FilterChoices } from '#web/filters/filter-fields.tsx';
import { operatorTitle } from '#web/language/page-title.ts';
import { usePathLanguage } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = operatorTitle('Users');

const lead =
  'Viewing a user’s page or signals is written to the audit log. A balance appears only after the broker has confirmed it. Internal addresses are left out of statistics.';

/** All accounts: search, filter, block, change the role, sign out. */
export default function AdminUsers() {
  const list = useOperatorList({
    call: 'GET /api/admin/users',
    filterNames: ['q', 'state', 'campaign', 'internal'],
    toQuery,
  });
  const { filters } = list;
  const campaigns = useCampaigns();
  const { toMenu, dialog } = useUserActions();
  const save = useToastAction(async () => {
    const query = Object.fromEntries(toQuery(filters.query));
    const file = await confirming(() => fetchFile('GET /api/admin/users', 'text/csv', { query }));
    saveFile(file, `users-${new Date(serverClock.now()).toISOString().slice(0, 10)}.csv`);
  });
  return (
    <>
      <PageHead title="Users" lead={lead}>
        <Button action={save} look="s sm" icon={Download} text="CSV" />
      </PageHead>
      <OperatorList
        list={list}
        filters={
          <>
            <FilterSearch filters={filters} name="q" label="Start of email, @domain, user or broker ID" />
            <FilterChoices
              filters={filters}
              choices={[
                ['state', 'State', 'State: all', userStates.map((state) => [state, userStateNames[state].text])],
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
      {dialog}
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

function UserLink({ user: { id, email } }: { readonly user: AdminUser }) {
  const lang = usePathLanguage();
  return <TextLink to={paths.adminUser(lang, id)} text={email} />;
}

const columns: readonly Column<AdminUser>[] = [
  ['Email', (user) => <UserLink user={user} />, 'pairc cell-text'],
  ['Broker ID', ({ referralId }) => referralId ?? '—'],
  ['Balance', ({ balance }) => (balance === null ? '—' : f.usd(balance)), 'r'],
  ['State', (user) => <UserChips user={user} />],
  ['Campaign', ({ campaign }) => campaign ?? '—', 'cell-text'],
  ['Signals', ({ signals }) => f.count(signals), 'r'],
  [
    'Last seen',
    ({ lastSeenAt: at }) =>
      at === null ? 'long ago' : <time dateTime={at}>{f.moment(Date.parse(at), serverClock.now())}</time>,
    'r',
  ],
];
