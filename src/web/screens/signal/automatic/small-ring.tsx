const circumference = 2 * Math.PI * 18;

/** The remaining part of a wait; without a share, an indeterminate progress. */
export function SmallRing({ share }: { share: number | null }) {
  const isOpen = share === null;
  const length = circumference * (share ?? 0.7);
  return (
    <svg
      viewBox="0 0 44 44"
      width="44"
      height="44"
      className={isOpen ? 'small-ring spin' : 'small-ring'}
      aria-hidden="true"
    >
      {!isOpen && <circle cx="22" cy="22" r="18" fill="none" stroke="var(--s3)" strokeWidth="4" />}
      <circle
        cx="22"
        cy="22"
        r="18"
        fill="none"
        stroke="var(--t1)"
        strokeWidth={isOpen ? 2.5 : 4}
        strokeLinecap="round"
        strokeDasharray={`${length.toFixed(1)} ${circumference.toFixed(1)}`}
        transform="rotate(-90 22 22)"
      />
    </svg>
  );
}
