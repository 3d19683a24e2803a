import { FlaskConical } from 'lucide-react';
import { Rich } from '../language/rich.tsx';
import { usePhrases } from '../language/use-phrases.ts';
import { useWorkingStats } from '../session/use-working-stats.ts';

/** Tells everybody that the prices are not a live market's. */
export function DemoStrip() {
  const { t } = usePhrases();
  const feed = useWorkingStats().data?.feed;
  if (!feed || feed.live) return null;
  const kind = feed.kind === 'simulated' || feed.kind === 'replay' ? feed.kind : 'other';
  return (
    <section className="demo" aria-label={t('common.demo.label')}>
      <div className="wrap">
        <span className="chip warn">
          <FlaskConical className="ic" aria-hidden="true" />
          {t('common.demo.label')}
        </span>
        <p>
          <Rich text={t(`common.demo.${kind}`)} />
        </p>
      </div>
    </section>
  );
}
