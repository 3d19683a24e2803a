import { Clock, SearchX, UserX } from 'lucide-react';
import { brand } from '#domain/brand.ts';
import { getBrokerLinks } from '#web/api/calls/trader-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { StateCard } from '#web/ui/feedback/state-card.tsx';
import { OpenLink } from './open-account.tsx';
import type { Claim } from './use-claim.ts';
import { useAction } from '#web/api/use-action.ts';

interface ClaimEndedProps {
  readonly claim: Extract<Claim, { kind: 'not_found' | 'taken' | 'given_up' }>;
  readonly onRetry: () => Promise<void>;
  readonly onChange: () => void;
}

/** The broker does not know the id, another user has it, or the broker did not answer. */
export function ClaimEnded({ claim: { kind, traderId: id }, onRetry, onChange }: ClaimEndedProps) {
  const { t } = usePhrases();
  const { run, isBusy } = useAction(onRetry);
  const { data: links } = useRead(['broker-links'], getBrokerLinks);
  const isByLink = links?.ownership === 'by_link';
  const actions = (
    <>
      {(kind !== 'taken' || isByLink) && (
        <button
          type="button"
          className="btn btn-p btn-sm"
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={() => void run()}
        >
          {t('enterId.notFound.again')}
        </button>
      )}
      <button type="button" className="btn btn-s btn-sm" onClick={onChange}>
        {t('enterId.notFound.change')}
      </button>
      {kind === 'taken' && (
        <a className="btn btn-s btn-sm" href={`mailto:${brand.supportEmail}`}>
          {t('enterId.taken.support')}
        </a>
      )}
      {kind === 'not_found' && <OpenLink className="btn btn-s btn-sm" />}
    </>
  );
  if (kind === 'not_found') {
    return (
      <StateCard icon={SearchX} tone="loss" title={t('enterId.notFound.title')} actions={actions}>
        <p>{t('enterId.notFound.text')}</p>
        <p>{t('enterId.notFound.cause')}</p>
        <p className="text-14 text-ink-3">{t('enterId.notFound.hint', { id })}</p>
      </StateCard>
    );
  }
  const isTaken = kind === 'taken';
  return (
    <StateCard
      icon={isTaken ? UserX : Clock}
      tone={isTaken ? 'loss' : 'equal'}
      title={t(isTaken ? 'enterId.taken.title' : 'enterId.givenUp.title')}
      actions={actions}
    >
      <p>{t(isTaken ? 'enterId.taken.text' : 'enterId.givenUp.text', { id })}</p>
      {isTaken && isByLink && <p>{t('enterId.taken.byLink')}</p>}
      {isTaken && <p>{t('enterId.taken.bySupport', { support: brand.supportEmail })}</p>}
    </StateCard>
  );
}
