/**
 * The port: whether the visitor solved the robot check. Each solution counts once, within five
 * minutes.
 */
export interface Captcha {
  readonly kind: 'altcha' | 'turnstile';
  /** Public; null for a self-hosted check. */
  readonly siteKey: string | null;
  /** Challenge for the widget; null where the partner's own script fetches it. */
  createChallenge(): Promise<object | null>;
  /**
   * False for a solution that is missing, used, expired, forged or too easy. Throws
   * CaptchaUnavailable when the partner cannot be queried.
   */
  isSolved(payload: string): Promise<boolean>;
}

/**
 * Not a verdict on the visitor: the partner is down, or rejects the operator's keys. The message is
 * for the log.
 */
export class CaptchaUnavailable extends Error {
  override readonly name = 'CaptchaUnavailable';
}
