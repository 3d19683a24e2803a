/** The actor of what an operator does by a command on the server's machine. */
export const operatorId = '00000000-0000-0000-0000-000000000000';

/** What is written down, noun and verb: what administrators do, and accounts that their owners delete. */
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
