import { useAnnouncement } from '../ui/feedback/announcer.ts';

/** Polite live region for screen readers. */
export function Announcements() {
  return (
    <output className="sr-only" aria-live="polite">
      {useAnnouncement()}
    </output>
  );
}
