import {
  Activity,
  Gauge,
  Gift,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquareText,
  Radio,
  ScrollText,
  ServerCog,
  Users,
} from 'lucide-react';
import type { Language } from '#domain/language.ts';
import type { Phrases } from '../../language/phrase-book.ts';
import { paths } from '../../paths.ts';

interface AdminMenuEntry {
  readonly path: (lang: Language) => string;
  readonly icon: LucideIcon;
  readonly label: (phrases: Phrases) => string;
}

/** The admin pages, in menu order. */
export const adminMenu: readonly AdminMenuEntry[] = [
  { path: paths.admin, icon: Gauge, label: ({ t }) => t('admin.overview.title') },
  { path: paths.adminUsers, icon: Users, label: ({ t }) => t('admin.users.title') },
  { path: (lang) => paths.adminSignals(lang), icon: Radio, label: ({ t }) => t('admin.signals.title') },
  { path: paths.adminCampaigns, icon: Megaphone, label: ({ t }) => t('admin.campaigns.title') },
  { path: paths.adminReviews, icon: MessageSquareText, label: ({ t }) => t('admin.reviews.title') },
  { path: paths.adminContest, icon: Gift, label: ({ t }) => t('admin.contest.title') },
  { path: paths.adminModels, icon: Activity, label: ({ t }) => t('admin.models.title') },
  { path: paths.adminOutbox, icon: Mail, label: ({ t }) => t('admin.outbox.title') },
  { path: paths.adminSystem, icon: ServerCog, label: ({ t }) => t('admin.system.title') },
  { path: paths.adminAudit, icon: ScrollText, label: ({ t }) => t('admin.audit.title') },
];
