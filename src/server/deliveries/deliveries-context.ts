import type { Transaction } from '#server/database/connection.ts';
import type { MailTransport } from '#server/integrations/mail/mail.ts';
import type { Semaphores } from '#server/integrations/semaphores/semaphores.ts';
import type { PushIdentity, PushService } from '#server/integrations/push/push.ts';
import type { Telegram } from '#server/integrations/telegram/telegram.ts';
import type { Platform } from '#server/start/platform.ts';
import type { NewDelivery } from './message.ts';

export interface DeliveriesContext extends Platform {
  /** Null: mails are stored instead of sent. */
  readonly transport: MailTransport | null;
  readonly push: PushService;
  /** Sends nothing during a pause that the server asked for. Null: no bot is configured. */
  readonly telegram: Telegram | null;
  /** Shared by all processes. */
  readonly semaphores: Semaphores;
  readonly readPushIdentity: () => Promise<PushIdentity>;
}

export interface DeliveriesApi {
  /** Part of the caller's transaction: a delivery exists exactly when what it reports does. */
  queue(tx: Transaction, wanted: readonly NewDelivery[]): Promise<void>;
  /** Begins in this process what is due, without waiting for the next second; only where it delivers. */
  wake(): void;
  /** False: there is no mail server, and mails are stored. */
  readonly isSendingMail: boolean;
  /** Our identity at push services. */
  readPushIdentity(): Promise<PushIdentity>;
}
