import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type ApiKeyScope, apiKeyScopes } from '#domain/accounts/api-key.ts';
import { createKey, endKey, listKeys } from '#web/api/calls/connection-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorToast } from '#web/ui/feedback/toast.tsx';
import { ConnectionRow, ShownOnce } from './connection-row.tsx';

const key = ['api-keys'] as const;

/** The user's API keys, and the form that creates one. */
export function ApiKeys({ userId }: { readonly userId: string }) {
  const { t, f } = usePhrases();
  const queries = useQueryClient();
  const { data: keys, error } = useRead(key, listKeys, { staleTime: 0 });
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: key });
  const now = serverClock.now();
  return (
    <div className="account-sessions">
      <h3 className="h4">{t('account.connections.keys')}</h3>
      <span className="text-14 text-ink-3">
        {error ? t('account.connections.failed') : t('account.connections.keysText')}
      </span>
      <span className="text-13 text-ink-3 wrap-anywhere">{t('account.connections.userId', { id: userId })}</span>
      <ul className="sessions">
        {keys?.map(({ id, name, start, scopes, lastUsedAt }) => (
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
            onEnd={() => endKey(id).then(reload)}
          />
        ))}
      </ul>
      <details>
        <summary className="btn btn-s btn-sm">{t('account.connections.newKey')}</summary>
        <NewKey onCreated={reload} />
      </details>
    </div>
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

function NewKey({ onCreated }: { readonly onCreated: () => Promise<void> }) {
  const { t } = usePhrases();
  const id = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(['read']);
  const [created, setCreated] = useState<string | null>(null);
  const create = useAction(async () => {
    setCreated((await createKey({ name, scopes: [...scopes] })).key);
    setName('');
    await onCreated();
  }, useErrorToast());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void create.run();
  };
  const toggle = (scope: ApiKeyScope): void =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  return (
    <form className="flex flex-col gap-3 pt-4" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{t('account.connections.keyName')}</label>
        <div className="box">
          <input
            id={id}
            className="inp-t"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
      </div>
      <fieldset className="flex flex-wrap gap-4">
        <legend className="text-14 text-ink-3 pb-2">{t('account.connections.scopes')}</legend>
        {apiKeyScopes.map((scope) => (
          <label key={scope} className="flex items-center gap-2 text-14">
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
            <ScopeText scope={scope} />
          </label>
        ))}
      </fieldset>
      <button
        type="submit"
        className="btn btn-s btn-sm self-start"
        disabled={name.trim() === '' || scopes.length === 0 || create.isBusy}
      >
        {t('account.connections.createKey')}
      </button>
      {created && <ShownOnce text={created} note={t('account.connections.keyOnce')} />}
    </form>
  );
}
