export function Lighthouse() {
  return (
    <svg viewBox="0 0 320 150" width="320" aria-hidden="true">
      <path d="M160 132V58" stroke="var(--t1)" strokeWidth="3" />
      <path d="M142 132h36M148 116h24M151 100h18" stroke="var(--t1)" strokeWidth="3" strokeLinecap="round" />
      <path d="M150 58h20l-4-20h-12z" fill="var(--s2)" stroke="var(--t1)" strokeWidth="2.6" />
      <circle cx="160" cy="48" r="4" fill="none" stroke="var(--t3)" strokeWidth="2" />
      <path d="M132 48L70 30v36zM188 48l62-18v36z" fill="var(--t3)" opacity=".1" />
      <path
        d="M132 48L70 30M132 48L70 66M188 48l62-18M188 48l62 18"
        stroke="var(--line-3)"
        strokeWidth="1.6"
        strokeDasharray="4 6"
      />
      <path
        d="M20 140q10-7 20 0t20 0 20 0 20 0M220 140q10-7 20 0t20 0 20 0 20 0"
        stroke="var(--line-3)"
        strokeWidth="2"
        fill="none"
      />
    </svg>
  );
}
