/** The port: whether a person solved the robot check. Each solution counts once, within five minutes. */
export interface Captcha {
  readonly kind: 'altcha' | 'turnstile';
  /** Public; null where the check is self-hosted. */
  readonly siteKey: string | null;
  /** What the widget solves; null where the partner's own script fetches it. */
  createChallenge(): Promise<object | null>;
  /** False for anything missing, used, expired, forged or easier than ours. Throws when the partner cannot be asked. */
  isSolved(payload: string): Promise<boolean>;
}
