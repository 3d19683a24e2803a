interface HundredDotsProps {
  readonly won: number;
  /** Won on a later attempt, drawn as rings. */
  readonly wonLater?: number;
  readonly size: number;
  readonly label: string;
}

/** A hundred outcomes: full circles for wins, rings for later wins, squares for losses. */
export const HundredDots = ({ won, wonLater = 0, size, label }: HundredDotsProps) => (
  <svg viewBox="0 0 200 200" width={size} height={size} role="img" aria-label={label}>
    {Array.from({ length: 100 }, (_, index) => {
      const [x, y] = [(index % 10) * 20 + 10, Math.floor(index / 10) * 20 + 10];
      if (index < won) return <circle key={index} cx={x} cy={y} r="7" fill="var(--win)" />;
      if (index < won + wonLater)
        return <circle key={index} cx={x} cy={y} r="6" fill="none" stroke="var(--win)" strokeWidth="2" />;
      return <rect key={index} x={x - 6} y={y - 6} width="12" height="12" rx="2.5" fill="var(--loss)" />;
    })}
  </svg>
);
