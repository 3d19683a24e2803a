export interface OutgoingMail {
  /** Ours, so that a mail that went twice is recognised as one. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly lang: string;
}

/** The port to whoever delivers mail. Resolves when the other side has taken the mail over. */
export interface MailTransport {
  /** Throws MailRefused or MailDelayed. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The other side said never (5xx): another attempt would hear the same. */
export class MailRejected extends Error {
  constructor(answer: string) {
    super(answer);
    this.name = 'MailRejected';
  }
}

/** Not now: no connection, no answer in time, greylisted (4xx), or a fault of ours to be mended. */
export class MailDelayed extends Error {
  constructor(answer: string) {
    super(answer);
    this.name = 'MailDelayed';
  }
}
