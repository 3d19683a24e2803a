const centre = 120;
const circumference = 2 * Math.PI * 96;

interface CountdownRingProps {
  /** Share of the time that is left, 0 to 1. */
  readonly share: number;
  readonly text: string;
  readonly label: string;
}

/** Sixty ticks and an arc for the remaining time. */
export function CountdownRing({ share, text, label }: CountdownRingProps) {
  const lit = Math.ceil(share * 60);
  return (
    <div className="timer" role="timer" aria-label={`${text} ${label}`}>
      <svg viewBox="0 0 240 240" width="196" height="196" aria-hidden="true">
        <path d={tickPaths.slice(0, lit).join('')} stroke="var(--t2)" strokeWidth="1.6" />
        <path d={tickPaths.slice(lit).join('')} stroke="var(--line-2)" strokeWidth="1.6" />
        <circle cx={centre} cy={centre} r="96" fill="none" stroke="var(--s3)" strokeWidth="9" />
        {share > 0 && (
          <circle
            cx={centre}
            cy={centre}
            r="96"
            fill="none"
            stroke="var(--t1)"
            strokeWidth="9"
            strokeLinecap="round"
            strokeDasharray={`${(circumference * share).toFixed(1)} ${circumference.toFixed(1)}`}
            transform={`rotate(-90 ${centre} ${centre})`}
          />
        )}
      </svg>
      <div className="c" aria-hidden="true">
        <div className="tm">{text}</div>
        <div className="lab">{label}</div>
      </div>
    </div>
  );
}

const tickPaths = Array.from({ length: 60 }, (_, step) => {
  const [inner, outer] = step % 5 === 0 ? [110, 117] : [112, 115];
  return `M${at(step, inner)}L${at(step, outer)}`;
});

function at(step: number, distance: number): string {
  const radians = (step * 6 * Math.PI) / 180;
  return `${(centre + distance * Math.sin(radians)).toFixed(1)} ${(centre - distance * Math.cos(radians)).toFixed(1)}`;
}
