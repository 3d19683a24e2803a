const size = { width: 72, height: 24 } as const;

/** The recent course of a price without a scale; the adjacent price says where it stands. */
export function SparkLine({ values }: { readonly values: readonly number[] }) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * size.width;
    const y = size.height - 2 - ((value - low) / (high - low || 1)) * (size.height - 4);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} width={size.width} height={size.height} aria-hidden="true">
      {points.length > 1 && <path d={`M${points.join('L')}`} fill="none" stroke="var(--t2)" strokeWidth="1.5" />}
    </svg>
  );
}
