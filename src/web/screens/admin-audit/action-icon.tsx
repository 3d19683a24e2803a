import {
  Ban,
  CircleOff,
  Eye,
  Gift,
  KeyRound,
  LogOut,
  type LucideIcon,
  Mail,
  MailCheck,
  MessageSquareText,
  RefreshCw,
  ShieldCheck,
  ShieldMinus,
  Undo2,
  Unlink,
  UserX,
} from 'lucide-react';
import type { AuditAction } from '#domain/accounts/audit-action.ts';

const icons: Record<AuditAction, LucideIcon> = {
  'signal.void': CircleOff,
  'signal.read': Eye,
  'signals.read': Eye,
  'user.block': Ban,
  'user.unblock': Undo2,
  'user.promote': ShieldCheck,
  'user.demote': ShieldMinus,
  'user.endSessions': LogOut,
  'user.mailPassword': KeyRound,
  'user.checkBalance': RefreshCw,
  'user.releaseTrader': Unlink,
  'user.requestEmail': Mail,
  'user.changeEmail': Mail,
  'user.undoEmail': Undo2,
  'user.delete': UserX,
  'mail.retry': MailCheck,
  'review.decide': MessageSquareText,
  'contest.draw': Gift,
  'contest.readProof': Eye,
  'contest.judgeProof': Gift,
  'contest.changeWinner': Gift,
};

export function ActionIcon({ action }: { action: AuditAction }) {
  const Icon = icons[action];
  return <Icon className="ic" aria-hidden="true" />;
}
