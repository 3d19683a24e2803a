/** Actor of operator commands on the server's machine. */
export const operatorId = '00000000-0000-0000-0000-000000000000';

/** Audited actions, noun and verb: administrator actions, and account deletions by the owner. */
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
  'user.checkBalance',
  'user.releaseTrader',
  'user.delete',
  'mail.retry',
  'review.decide',
  'contest.draw',
  'contest.readProof',
  'contest.judgeProof',
  'contest.changeWinner',
] as const;
export type AuditAction = (typeof auditActions)[number];
