/** A hundred chains by their end: full circle, ring, square. */
export function ChainDots({
  counts,
  label,
}: {
  counts: readonly [now: number, next: number, lost: number];
  label: string;
}) {
  const [now, next] = counts;
  return (
    <svg viewBox="0 0 200 200" width="152" height="152" role="img" aria-label={label}>
      {Array.from({ length: 100 }, (_, index) => {
        const [x, y] = [(index % 10) * 20 + 10, Math.floor(index / 10) * 20 + 10];
        if (index < now) return <circle key={index} cx={x} cy={y} r="7" fill="var(--win)" />;
        if (index < now + next)
          return <circle key={index} cx={x} cy={y} r="6" fill="none" stroke="var(--win)" strokeWidth="2" />;
        return <rect key={index} x={x - 6} y={y - 6} width="12" height="12" rx="2.5" fill="var(--loss)" />;
      })}
    </svg>
  );
}
