/** The brand's compass during a search: its needle swings. */
export function Compass() {
  return (
    <svg viewBox="0 0 240 240" width="208" height="208" style={{ maxWidth: '100%', height: 'auto' }} aria-hidden="true">
      <circle cx="120" cy="120" r="112" fill="none" stroke="var(--line-2)" strokeWidth="1.5" />
      {ticks.map(({ angle, length, color }) => (
        <path
          key={angle}
          d={`M120 12v${length}`}
          stroke={color}
          strokeWidth="1.5"
          transform={`rotate(${angle} 120 120)`}
        />
      ))}
      <path d="M28 120H212" stroke="var(--line-3)" strokeDasharray="3 6" />
      <g className="needle-search">
        <path d="M212 120 120 108v24z" fill="var(--up-solid)" />
        <path d="M28 120l92-12v24z" fill="var(--down-solid)" />
      </g>
      <circle cx="120" cy="120" r="8" fill="var(--s1)" stroke="var(--t1)" strokeWidth="4" />
    </svg>
  );
}

const ticks = Array.from({ length: 72 }, (_, step) => ({
  angle: step * 5,
  length: step % 6 === 0 ? 12 : 6,
  color: step % 18 === 0 ? 'var(--t1)' : 'var(--line-3)',
}));
