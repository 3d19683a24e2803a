/** Actor of operator commands on the server's machine. */
export const operatorId = '00000000-0000-0000-0000-000000000000';

/**
 * Audited actions, noun and verb: of administrators, and of the owner of an account its deletion and
 * changes of its address.
 */
export const auditActions = [
  'signal.void',
  'signal.read',
  'signals.read',
  'user.block',
  'user.unblock',
  'user.promote',
  'user.demote',
  'user.endSessions',
  'user.mailPassword',
  'user.mailActivation',
  'user.read',
  'user.export',
  'user.erase',
  'users.export',
  'user.checkBalance',
  'user.releaseTrader',
  'user.requestEmail',
  'user.changeEmail',
  'user.delete',
  'announcement.change',
  'maintenance.change',
  'model.switch',
  'claim.confirm',
  'claim.refuse',
  'claims.readList',
  'mail.retry',
  'review.decide',
  'contest.draw',
  'contest.readScreenshot',
  'contest.changeWinner',
] as const;
export type AuditAction = (typeof auditActions)[number];
