import { useAnnouncement } from '../ui/announcer.ts';

/** What is said to screen readers, politely. */
export function Announcements() {
  return (
    <output className="sr" aria-live="polite">
      {useAnnouncement()}
    </output>
  );
}
