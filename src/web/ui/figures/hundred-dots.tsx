/** A hundred outcomes at the stated rate: circles for wins, squares for losses. */
export function HundredDots({ won, label }: { won: number; label: string }) {
  return (
    <svg viewBox="0 0 200 200" width="184" height="184" role="img" aria-label={label}>
      {Array.from({ length: 100 }, (_, index) => (
        <Dot key={toCell(index).join()} index={index} isWon={index < won} />
      ))}
    </svg>
  );
}

const toCell = (index: number): [x: number, y: number] => [(index % 10) * 20 + 10, Math.floor(index / 10) * 20 + 10];

function Dot({ index, isWon }: { index: number; isWon: boolean }) {
  const [x, y] = toCell(index);
  if (isWon) return <circle cx={x} cy={y} r="7" fill="var(--win)" />;
  return <rect x={x - 6} y={y - 6} width="12" height="12" rx="2.5" fill="var(--loss)" />;
}
