/**
 * Named points at which a test kills the process, to prove that nothing is lost or duplicated.
 * No-ops otherwise.
 */
export const crashPoints = [
  'issue.before-commit',
  'issue.after-commit',
  'entry.before-commit',
  'entry.after-commit',
  'settle.before-write',
  'settle.before-commit',
  'settle.after-commit',
  'shadow.before-append-commit',
  'shadow.after-append-commit',
  'shadow.before-settle-commit',
  'sign.before-commit',
  'sign.after-commit',
  'sign.after-save',
  'delivery.after-send',
] as const;
export type CrashPoint = (typeof crashPoints)[number];
export type CrashHook = (point: CrashPoint) => void;

export const noCrash: CrashHook = () => undefined;
