import { usePhrases } from '#web/language/use-phrases.ts';
import { ApiKeys } from './api-keys.tsx';
import { PushDevices } from './push-devices.tsx';
import { TelegramChat } from './telegram-chat.tsx';
import { Webhooks } from './webhooks.tsx';

/** Everything that the user connected; each can be ended here, and leaves with the account. */
export function Connections({ userId }: { readonly userId: string }) {
  const { t } = usePhrases();
  return (
    <section className="card" aria-labelledby="connections">
      <div className="card-h">
        <h2 className="h3" id="connections">
          {t('account.connections.title')}
        </h2>
        <a className="link text-14" href="/api/docs">
          {t('account.connections.docs')}
        </a>
      </div>
      <PushDevices />
      <TelegramChat />
      <ApiKeys userId={userId} />
      <Webhooks />
    </section>
  );
}
