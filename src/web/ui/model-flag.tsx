import type { ReactNode } from 'react';
import type { AiModelKey } from '#domain/signals/ai-model.ts';

const sizes = { '': 'size-12 rounded-md', s: 'size-7 rounded-[8px]', xs: 'size-5.5 rounded-[6px]' } as const;

/** A model's flag, in the style of maritime signals: two tones, one bold shape. */
export function ModelFlag({ model, size = '' }: { model: AiModelKey; size?: keyof typeof sizes }) {
  return (
    <span className={`overflow-hidden flex-none [&>svg]:size-full ${sizes[size]}`}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        {flags[model]}
      </svg>
    </span>
  );
}

const flags: Record<AiModelKey, ReactNode> = {
  kurs_ai_v2: (
    <>
      <rect width="48" height="48" fill="var(--m5)" />
      <path d="M0 24h48M24 0v48" stroke="var(--flag-ink)" strokeWidth="1.6" opacity=".35" />
      <g transform="rotate(-45 24 24)">
        <path d="M44 24 24 19v10z" fill="var(--flag-ink)" />
        <path d="M4 24l20-5v10z" fill="var(--flag-ink)" opacity=".5" />
      </g>
      <circle cx="24" cy="24" r="15" fill="none" stroke="var(--flag-ink)" strokeWidth="2" />
    </>
  ),
  chatgpt_4o: (
    <>
      <rect width="48" height="48" fill="var(--m1)" />
      <circle cx="24" cy="24" r="11" fill="none" stroke="var(--flag-ink)" strokeWidth="3.4" />
      <circle cx="24" cy="13" r="4.6" fill="var(--m1)" stroke="var(--flag-ink)" strokeWidth="2.6" />
      <circle cx="35" cy="24" r="4.6" fill="var(--m1)" stroke="var(--flag-ink)" strokeWidth="2.6" />
      <circle cx="24" cy="35" r="4.6" fill="var(--m1)" stroke="var(--flag-ink)" strokeWidth="2.6" />
      <circle cx="13" cy="24" r="4.6" fill="var(--m1)" stroke="var(--flag-ink)" strokeWidth="2.6" />
    </>
  ),
  kurs_ai_v1: (
    <>
      <rect width="48" height="48" fill="var(--m2)" />
      <path d="M0 24h48" stroke="var(--flag-ink)" strokeWidth="2" opacity=".5" />
      <g transform="rotate(-26 24 24)">
        <path d="M42 24 24 18.8v10.4z" fill="var(--flag-ink)" />
        <path d="M6 24l18-5.2v10.4z" fill="var(--flag-ink)" opacity=".5" />
      </g>
    </>
  ),
  vip: (
    <>
      <rect width="48" height="48" fill="var(--m3)" />
      <path d="M24 7 41 24 24 41 7 24z" fill="var(--flag-ink)" />
      <path d="M24 16l8 8-8 8-8-8z" fill="var(--m3)" />
    </>
  ),
  '13_squad': (
    <>
      <rect width="48" height="48" fill="var(--m4)" />
      <circle cx="14" cy="12" r="2.5" fill="var(--flag-ink)" />
      <circle cx="24" cy="12" r="2.5" fill="var(--flag-ink)" />
      <circle cx="34" cy="12" r="2.5" fill="var(--flag-ink)" />
      <circle cx="19" cy="18" r="2.5" fill="var(--flag-ink)" />
      <circle cx="29" cy="18" r="2.5" fill="var(--flag-ink)" />
      <circle cx="14" cy="24" r="2.5" fill="var(--flag-ink)" />
      <circle cx="24" cy="24" r="2.5" fill="var(--flag-ink)" />
      <circle cx="34" cy="24" r="2.5" fill="var(--flag-ink)" />
      <circle cx="19" cy="30" r="2.5" fill="var(--flag-ink)" />
      <circle cx="29" cy="30" r="2.5" fill="var(--flag-ink)" />
      <circle cx="14" cy="36" r="2.5" fill="var(--flag-ink)" />
      <circle cx="24" cy="36" r="2.5" fill="var(--flag-ink)" />
      <circle cx="34" cy="36" r="2.5" fill="var(--flag-ink)" />
    </>
  ),
  'indicators_chatgpt_3.5': (
    <>
      <rect width="48" height="48" fill="var(--m6)" />
      <rect x="9" y="25" width="5.5" height="13" rx="1" fill="var(--flag-ink)" opacity=".6" />
      <rect x="17.2" y="17" width="5.5" height="21" rx="1" fill="var(--flag-ink)" />
      <rect x="25.4" y="28" width="5.5" height="10" rx="1" fill="var(--flag-ink)" opacity=".6" />
      <rect x="33.6" y="21" width="5.5" height="17" rx="1" fill="var(--flag-ink)" />
      <circle cx="20" cy="10" r="3" fill="var(--flag-ink)" />
      <circle cx="36.4" cy="13" r="3" fill="none" stroke="var(--flag-ink)" strokeWidth="2" />
    </>
  ),
  '36trade_ai_plus': (
    <>
      <rect width="48" height="48" fill="var(--m7)" />
      <path d="M24 0v48M0 24h48" stroke="var(--flag-ink)" strokeWidth="10" />
      <path d="M24 12v24M12 24h24" stroke="var(--m7)" strokeWidth="3.6" strokeLinecap="round" />
    </>
  ),
  manual: (
    <>
      <rect width="48" height="48" fill="var(--m8)" />
      <path d="M10 16h28M10 32h28" stroke="var(--flag-ink)" strokeWidth="3" strokeLinecap="round" opacity=".55" />
      <circle cx="19" cy="16" r="5.6" fill="var(--flag-ink)" />
      <circle cx="30" cy="32" r="5.6" fill="var(--flag-ink)" />
    </>
  ),
};
