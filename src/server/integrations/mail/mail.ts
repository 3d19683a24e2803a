export interface OutgoingMail {
  /** Our own id, so that a mail sent twice is recognised as one. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly lang: string;
  /** Ends mails of this kind by one POST (RFC 8058); absent: about the account. */
  readonly unsubscribe?: string;
}

/** The port for mail delivery. Resolves when the other side has accepted the mail. */
export interface MailTransport {
  /** Throws MailRejected or MailDelayed. */
  send(mail: OutgoingMail): Promise<void>;
}

/** A transport whose other side can be asked before there is a mail. */
export interface MailServer extends MailTransport {
  /** Resolves when it has accepted our login. Throws MailDelayed. */
  verify(): Promise<void>;
}

/** Permanent rejection (5xx): a retry would get the same answer. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}

/**
 * Temporary failure: no connection, timeout, greylisting (4xx), or an error on our side that can be
 * fixed.
 */
export class MailDelayed extends Error {
  override readonly name = 'MailDelayed';
}
