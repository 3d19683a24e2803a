/** Moon over a still sea: the market is closed. */
export function RestingMoon() {
  return (
    <svg viewBox="0 0 320 150" width="300" aria-hidden="true">
      <path d="M178 34a34 34 0 1 0 22 58 28 28 0 0 1-22-58z" fill="var(--t1)" opacity=".92" />
      <path d="M0 112H320" stroke="var(--line-3)" />
      <path d="M70 122H250" stroke="var(--line-2)" strokeWidth="2" strokeLinecap="round" strokeDasharray="30 12" />
      <path d="M84 131H236" stroke="var(--line-2)" strokeWidth="2" strokeLinecap="round" strokeDasharray="25 12" />
      <path d="M98 140H222" stroke="var(--line-2)" strokeWidth="2" strokeLinecap="round" strokeDasharray="20 12" />
      <path d="M112 149H208" stroke="var(--line-2)" strokeWidth="2" strokeLinecap="round" strokeDasharray="15 12" />
      <circle cx="60" cy="40" r="1.8" fill="var(--t3)" />
      <circle cx="98" cy="22" r="1.8" fill="var(--t3)" />
      <circle cx="250" cy="30" r="1.8" fill="var(--t3)" />
      <circle cx="272" cy="66" r="1.8" fill="var(--t3)" />
      <circle cx="42" cy="74" r="1.8" fill="var(--t3)" />
    </svg>
  );
}
