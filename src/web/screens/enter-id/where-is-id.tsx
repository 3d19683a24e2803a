import { usePhrases } from '#web/language/use-phrases.ts';

/** A typical profile page of a broker with the id marked. The number is fictitious. */
export function WhereIsId() {
  const { t } = usePhrases();
  return (
    <details className="where-id">
      <summary className="link text-14">{t('enterId.where')}</summary>
      <svg viewBox="0 0 420 132" width="100%" role="img" aria-label={t('enterId.picture')}>
        <rect x=".5" y=".5" width="419" height="131" rx="12" fill="var(--s2)" stroke="var(--line)" />
        <rect x="18" y="18" width="90" height="96" rx="8" fill="var(--s3)" />
        <circle cx="63" cy="48" r="16" fill="var(--line-2)" />
        <rect x="34" y="74" width="58" height="8" rx="4" fill="var(--line-2)" />
        <rect x="42" y="90" width="42" height="7" rx="3.5" fill="var(--line-2)" />
        <rect x="126" y="24" width="150" height="10" rx="5" fill="var(--line-2)" />
        <rect x="126" y="46" width="176" height="32" rx="8" fill="var(--s1)" stroke="var(--t1)" strokeWidth="1.6" />
        <text x="140" y="67" fontSize="14.5" fontWeight="600" fill="var(--t1)" fontFamily="var(--font-text)">
          ID 1 234 567
        </text>
        <rect x="126" y="92" width="110" height="9" rx="4.5" fill="var(--line-2)" />
        <g fill="none" stroke="var(--t1)" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
          <path d="M394 34c-34 2-58 14-76 24" />
          <path d="m326 46-9 12 15 1" />
        </g>
      </svg>
    </details>
  );
}
