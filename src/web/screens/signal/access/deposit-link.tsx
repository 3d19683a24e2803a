import { ExternalLink } from 'lucide-react';
import { getBrokerLinks } from '#web/api/trader-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** Link to top up the account at the broker. */
export function DepositLink() {
  const { t } = usePhrases();
  const { data } = useRead(['broker-links'], getBrokerLinks);
  if (!data) return null;
  return (
    <a className="btn btn-s" href={data.deposit} target="_blank" rel="noopener">
      <ExternalLink className="ic" aria-hidden="true" />
      {t('access.deposit')}
    </a>
  );
}
