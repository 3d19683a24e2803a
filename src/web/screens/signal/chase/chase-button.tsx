import type { Ref } from 'react';
import { Repeat2 } from 'lucide-react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import type { ChaseOffer } from './chase-offer.ts';

interface ChaseButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly offer: ChaseOffer;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/**
 * Below the primary button, never instead of it; shows the reason when a loss can no longer be
 * chased.
 */
export function ChaseButton({ ref, offer, isOpen, onToggle }: ChaseButtonProps) {
  const { t } = usePhrases();
  if (offer.kind === 'none') return null;
  if (offer.kind !== 'open') return <p className="text-13 text-ink-3 text-center">{t(`chase.${offer.kind}`)}</p>;
  return (
    <Button
      ref={ref}
      look="s block"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'chase' : undefined}
      onClick={onToggle}
      icon={Repeat2}
      text={t('chase.button')}
    />
  );
}
