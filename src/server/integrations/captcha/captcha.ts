/** The port: whether a person solved the robot check. Each solution counts once, within five minutes. */
export interface Captcha {
  readonly kind: 'altcha' | 'turnstile';
  /** Public; null where the check is self-hosted. */
  readonly siteKey: string | null;
  /** What the widget solves; null where the partner's own script fetches it. */
  createChallenge(): Promise<object | null>;
  /** False for anything missing, used, expired, forged or easier than ours. Throws CaptchaUnavailable when the partner cannot be asked. */
  isSolved(payload: string): Promise<boolean>;
}

/** No verdict on the visitor: the partner is away, or refuses the operator's keys. The message is for the log. */
export class CaptchaUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptchaUnavailable';
  }
}
