import { X } from 'lucide-react';
import { rejectionReasons } from '#domain/accounts/review.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';

export function RejectionReasonPicker() {
  const { t } = usePhrases();
  return (
    <section className="card p-card flex flex-col gap-3" aria-labelledby="why-title">
      <h2 id="why-title" className="h3">
        {t('admin.reviews.why')}
      </h2>
      <ul className="why-refuse">
        {rejectionReasons.map((reason) => (
          <li key={reason}>
            <X className="ic" aria-hidden="true" />
            {t(`admin.reviews.whyReasons.${reason}`)}
          </li>
        ))}
      </ul>
      <p className="text-14">
        <Rich text={t('admin.reviews.lowRating')} />
      </p>
    </section>
  );
}
