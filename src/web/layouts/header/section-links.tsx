import { useLocation } from 'react-router';
import { usePhrases } from '../../language/use-phrases.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session-store.ts';

export interface SectionLink {
  readonly to: string;
  readonly text: string;
  /** The current address is in this section. */
  readonly isHere: boolean;
}

/**
 * Sections of the site: signals and history for users with a trader, admin pages for
 * administrators, the rest for everyone.
 */
export function useSectionLinks(): readonly SectionLink[] {
  const { t, lang } = usePhrases();
  const { pathname } = useLocation();
  const session = useSession();
  const user = session.kind === 'in' ? session.user : null;
  const link = (to: string, text: string): SectionLink => ({ to, text, isHere: isWithin(pathname, to) });
  return [
    ...(user?.referralId
      ? [link(paths.signal(lang), t('common.header.signal')), link(paths.history(lang), t('common.header.history'))]
      : []),
    link(paths.record(lang), t('common.header.record')),
    link(paths.aboutUs(lang), t('common.header.aboutUs')),
    link(paths.instruction(lang), t('common.header.instruction')),
    link(paths.wiki(lang), t('common.header.wiki')),
    ...(user?.roles.includes('admin') ? [link(paths.admin(lang), t('common.header.admin'))] : []),
  ];
}

/** Own pages of a trader that the header of a wide screen has no room for. */
export function useOwnLinks(): readonly SectionLink[] {
  const { t, lang } = usePhrases();
  const { pathname } = useLocation();
  const session = useSession();
  if (session.kind !== 'in') return [];
  const link = (to: string, text: string): SectionLink => ({ to, text, isHere: isWithin(pathname, to) });
  return [
    link(paths.accountAlerts(lang), t('common.header.alerts')),
    link(paths.bankroll(lang), t('common.header.bankroll')),
  ];
}

/** Compares whole segments: a section must not match as a prefix of another section's name. */
const isWithin = (pathname: string, section: string): boolean =>
  pathname === section || pathname.startsWith(`${section}/`);
