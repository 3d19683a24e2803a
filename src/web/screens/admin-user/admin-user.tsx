import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type AdminUser, type UserEvent, type UserEventKind } from '#contract/admin/users.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { actionName, f, toWords } from '#web/admin/admin-texts.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { ResultChip, When } from '#web/admin/table-cells.tsx';
import { UserChips, useUserActions } from '#web/admin/user-actions.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { callQuery } from '#web/api/queries.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { FilterChoices } from '#web/filters/filter-fields.tsx';
import { operatorTitle } from '#web/language/page-title.ts';
import { usePathLanguage } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Fact } from '#web/ui/card.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

export const meta = operatorTitle('User');

/** One account: its state, its actions, and what happened to it. */
export default function AdminUserPage() {
  const { id = '' } = useParams();
  const lang = usePathLanguage();
  const navigate = useNavigate();
  const user = useQuery(callQuery('GET /api/admin/users/:id', { params: { id } }));
  const { toMenu, dialog } = useUserActions(() => void navigate(paths.adminUsers(lang), { replace: true }));
  if (isApiError(user.error, 'user_not_found')) return <NoUser />;
  return (
    <>
      <PageHead
        title={user.data?.email ?? 'User'}
        lead="Reading this page is written to the audit log. The list holds what is stored: emails for 30 days, broker checks for 400, sign-ins until they expire."
      >
        {user.data && toMenu(user.data)}
      </PageHead>
      <div className="flex flex-col gap-4">
        <Loaded read={user}>
          {(found) => (
            <>
              <Facts user={found} />
              <Events id={id} />
            </>
          )}
        </Loaded>
      </div>
      {dialog}
    </>
  );
}

function NoUser() {
  const lang = usePathLanguage();
  return (
    <>
      <PageHead title="No such user" lead="The account was erased, or the address is wrong." />
      <TextLink to={paths.adminUsers(lang)} text="All users" />
    </>
  );
}

function Facts({ user }: { readonly user: AdminUser }) {
  const { id, referralId, balance, balanceCheckedAt, campaign, lang, signals, createdAt, lastSeenAt } = user;
  const checked = balanceCheckedAt === null ? '' : `, checked ${toMoment(balanceCheckedAt)}`;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['State', <UserChips key="state" user={user} />],
    ['Broker ID', referralId ?? '—'],
    ['Balance', balance === null ? '—' : f.usd(balance) + checked],
    ['Signals', f.count(signals)],
    ['Registered', toMoment(createdAt)],
    ['Last seen', lastSeenAt === null ? 'long ago' : toMoment(lastSeenAt)],
    ['Campaign', campaign ?? '—'],
    ['Language', lang],
    ['ID', id],
  ];
  return (
    <dl className="card dl p-card grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] gap-x-8">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} className="min-w-0 wrap-anywhere">
          {value}
        </Fact>
      ))}
    </dl>
  );
}

const toMoment = (at: string): string => f.moment(Date.parse(at), serverClock.now());

function Events({ id }: { readonly id: string }) {
  const list = useOperatorList({
    call: 'GET /api/admin/users/:id/events',
    params: { id },
    filterNames: ['kind'],
  });
  return (
    <OperatorList
      list={list}
      filters={<FilterChoices filters={list.filters} choices={[['kind', 'What', 'Everything', kinds]]} />}
      columns={columns}
      getKey={(event) => `${event.kind} ${event.id}`}
      empty="Nothing is stored."
    />
  );
}

const kindNames: Readonly<Record<UserEventKind, string>> = {
  audit: 'Administration',
  mail: 'Message',
  check: 'Broker check',
  session: 'Sign-in',
  signal: 'Signal',
};

const kinds = (['mail', 'check', 'session', 'signal', 'audit'] as const).map(
  (kind) => [kind, kindNames[kind]] as const,
);

const columns: readonly Column<UserEvent>[] = [
  ['When', ({ at }) => <When at={at} />],
  ['What', ({ kind }) => kindNames[kind], 'text-ink-1'],
  ['Details', toDetails, 'cell-text'],
  ['Result', toResult],
];

function toDetails(event: UserEvent): ReactNode {
  switch (event.kind) {
    case 'audit':
      return [`${actionName(event.action)}, by ${event.actorEmail ?? 'the server or a deleted account'}`, event.reason]
        .filter((part) => part !== null)
        .join('. ');
    case 'mail':
      return [`${toWords(event.message)}, by ${event.channel}`, event.lastFault]
        .filter((part) => part !== null)
        .join('. ');
    case 'check':
      return `ID ${event.traderId}`;
    case 'session':
      return [event.browser, event.system].filter((part) => part !== null).join(', ') || 'unknown device';
    case 'signal':
      return <SignalDetails signal={event} />;
  }
}

type OfKind<Kind extends UserEventKind> = Extract<UserEvent, { kind: Kind }>;

function SignalDetails({ signal }: { readonly signal: OfKind<'signal'> }) {
  const lang = usePathLanguage();
  const { id, symbol, direction, duration, aiModel, isRemoved } = signal;
  const text = `${pairName(symbol)} ${direction === 'BUY' ? 'up' : 'down'}, ${duration} min`;
  return (
    <>
      <TextLink to={paths.adminSignal(lang, id)} text={text} />
      {`, ${aiModelName(aiModel)}${isRemoved ? ', reset by the user' : ''}`}
    </>
  );
}

function toResult(event: UserEvent): ReactNode {
  switch (event.kind) {
    case 'audit':
      return '—';
    case 'mail':
      return toWords(event.status);
    case 'check':
      return toWords(event.state);
    case 'session':
      return event.endedAt === null ? 'open or expired' : `ended ${toMoment(event.endedAt)}`;
    case 'signal':
      return <ResultChip result={event.result} />;
  }
}
