/** Depth contours of a nautical chart: two superimposed waves, always the same. */
export function Contours() {
  return (
    <svg viewBox="0 0 1440 760" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {lines.map((path, index) => (
        <path key={path} d={path} fill="none" stroke="var(--contour)" strokeWidth={index % 4 === 0 ? 1.8 : 1} />
      ))}
    </svg>
  );
}

const lines = Array.from({ length: 14 }, (_, line) => lineAt(line));

function lineAt(line: number): string {
  const points = Array.from({ length: 25 }, (_, step) => {
    const x = step * 60;
    const y = 40 + line * 54 + 34 * Math.sin(x / 190 + line * 0.42) + 18 * Math.sin(x / 83 - line * 0.7);
    return `${x} ${Math.round(y)}`;
  });
  return `M${points.join('L')}`;
}
