import { type ApiKeyScope, apiKeyScopes } from '#domain/accounts/api-key.ts';
import { createKey, endKey, listKeys } from '#web/api/calls/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ConnectionGroup } from './connection-group.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { NewConnection } from './new-connection.tsx';

/** The user's API keys, and the form that creates one. */
export function ApiKeys({ userId }: { readonly userId: string }) {
  const { t, f } = usePhrases();
  const keys = useRead(['api-keys'], listKeys, { staleTime: 0 });
  const now = serverClock.now();
  return (
    <ConnectionGroup title={t('account.connections.keys')} text={t('account.connections.keysText')} read={keys}>
      <span className="text-13 text-ink-3 wrap-anywhere">{t('account.connections.userId', { id: userId })}</span>
      <ul className="sessions">
        {keys.data?.map(({ id, name, start, scopes, lastUsedAt }) => (
          <ConnectionRow
            key={id}
            name={name}
            note={
              <>
                <code>{start}…</code> ·{' '}
                {lastUsedAt
                  ? t('account.connections.usedAt', { time: f.moment(Date.parse(lastUsedAt), now) })
                  : t('account.connections.neverUsed')}
                {scopes.map((scope) => (
                  <ScopeText key={scope} scope={scope} />
                ))}
              </>
            }
            onEnd={() => endKey(id).then(keys.reload)}
          />
        ))}
      </ul>
      <NewConnection
        open={t('account.connections.newKey')}
        label={t('account.connections.keyName')}
        input={{ maxLength: 60 }}
        legend={t('account.connections.scopes')}
        choices={apiKeyScopes.map((scope) => ({ value: scope, name: <ScopeText scope={scope} /> }))}
        initial={['read']}
        confirm={t('account.connections.createKey')}
        create={async (name, scopes) => (await createKey({ name, scopes })).key}
        note={t('account.connections.keyOnce')}
        onCreated={keys.reload}
      />
    </ConnectionGroup>
  );
}

/** In words, and as the API names it. */
function ScopeText({ scope }: { readonly scope: ApiKeyScope }) {
  const { t } = usePhrases();
  return (
    <span className="block">
      {t(`account.connections.scope.${scope}`)} <code className="text-12 text-ink-3">{scope}</code>
    </span>
  );
}
