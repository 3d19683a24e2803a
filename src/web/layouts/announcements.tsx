import { useAnnouncement } from '../ui/announcer.ts';

/** Polite live region for screen readers. */
export function Announcements() {
  return (
    <output className="sr-only" aria-live="polite">
      {useAnnouncement()}
    </output>
  );
}
