import type { Config } from '#server/config.ts';
import type { MailTransport } from '#server/integrations/mail/mail.ts';
import type { Places } from '#server/integrations/places/places.ts';
import type { PushIdentity, PushService } from '#server/integrations/push/push.ts';
import type { Telegram } from '#server/integrations/telegram/telegram.ts';
import type { Platform } from '#server/start/platform.ts';

export interface DeliveriesContext extends Platform {
  readonly config: Config;
  /** Null: mails are stored instead of sent. */
  readonly transport: MailTransport | null;
  readonly push: PushService;
  readonly readPushIdentity: () => Promise<PushIdentity>;
  /** Sends nothing during a pause that the server asked for. Null: no bot is configured. */
  readonly telegram: Telegram | null;
  /** Of all processes. */
  readonly places: Places;
}
