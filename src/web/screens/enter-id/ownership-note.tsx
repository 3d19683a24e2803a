import { EyeOff } from 'lucide-react';
import { getBrokerLinks } from '#web/api/trader-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/note.tsx';

/** What an ID shows that anyone could have entered; nothing where the money is play money. */
export function OwnershipNote() {
  const { t } = usePhrases();
  const { data } = useRead(['broker-links'], getBrokerLinks);
  if (!data || data.ownership === 'none_needed') return null;
  return (
    <Note icon={EyeOff}>
      {t(data.ownership === 'by_link' ? 'enterId.ownership.byLink' : 'enterId.ownership.bySupport')}
    </Note>
  );
}
