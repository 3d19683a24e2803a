/**
 * Shapes are defined once and every decoration references them. Colours that follow the scheme are
 * custom properties of the season.
 */
export function SeasonShapes() {
  return (
    <svg width="0" height="0" className="absolute">
      <symbol id="hw-pumpkin" viewBox="0 0 64 64">
        <path d="M32 14c-1-6 3-9 6-9l1 3c-3 1-4 3-4 6" fill="#5E7A3C" />
        <ellipse cx="32" cy="36" rx="26" ry="21" fill="#C9682B" />
        <ellipse cx="32" cy="36" rx="17" ry="21" fill="#DB7A36" />
        <ellipse cx="32" cy="36" rx="7" ry="21" fill="#E88D48" />
        <path d="M19 33l5-8 5 8zM35 33l5-8 5 8zM16 41c9 9 23 9 32 0-3 12-29 12-32 0z" fill="#2A1206" />
        <path d="M24 45l3-3 3 4M34 46l3-4 3 3" stroke="#DB7A36" strokeWidth="2" fill="none" />
      </symbol>
      <symbol id="hw-ghost" viewBox="0 0 64 64">
        <path
          d="M32 6c-12 0-19 9-19 21v28c4-5 7-5 10 0 3-5 6-5 9 0 3-5 6-5 9 0 3-5 6-5 10 0V27C51 15 44 6 32 6z"
          fill="var(--hw-ghost)"
        />
        <path
          d="M25 22.4a3.2 4.6 0 1 1 0 9.2 3.2 4.6 0 1 1 0-9.2M39 22.4a3.2 4.6 0 1 1 0 9.2 3.2 4.6 0 1 1 0-9.2M32 34.2a3 3.8 0 1 1 0 7.6 3 3.8 0 1 1 0-7.6"
          fill="#1B2530"
        />
      </symbol>
      <symbol id="hw-bat" viewBox="0 0 64 64">
        <path
          d="M32 24l-3-5-1 6c-6-2-9-9-16-9 2 3 1 5-1 6C8 23 5 24 2 29c7-2 8 2 8 5 4-3 8-2 9 3 4-4 9-3 13 7 4-10 9-11 13-7 1-5 5-6 9-3 0-3 1-7 8-5-3-5-6-6-9-7-2-1-3-3-1-6-7 0-10 7-16 9l-1-6z"
          fill="var(--hw-ink)"
        />
        <path d="M29 28h2M33 28h2" stroke="#FFB36B" strokeWidth="2" strokeLinecap="round" />
      </symbol>
      <symbol id="hw-spider" viewBox="0 0 64 64">
        <path d="M32 0v26" stroke="var(--hw-web)" strokeWidth="1.2" />
        <path
          d="M27 34C18 28 14 30 9 38M27 37C18 34 14 38 12 46M28 41c-6 2-9 7-9 13M37 34c9-6 13-4 18 4M37 37c9-3 13 1 15 9M36 41c6 2 9 7 9 13"
          stroke="var(--hw-ink)"
          strokeWidth="2.2"
          fill="none"
          strokeLinecap="round"
        />
        <ellipse cx="32" cy="40" rx="8" ry="9" fill="var(--hw-ink)" />
        <circle cx="32" cy="30" r="5" fill="var(--hw-ink)" />
        <path d="M30.4 29h.01M33.6 29h.01" stroke="#FFB36B" strokeWidth="2" strokeLinecap="round" />
      </symbol>
      <symbol id="hw-web" viewBox="0 0 190 190">
        <path
          d="M0 0L189.9 6.6M0 0L176.2 71.2M0 0L134.4 134.4M0 0L71.2 176.2M0 0L6.6 189.9M36 1.3Q29.6 6.3 33.4 13.5Q25.2 16.7 25.5 25.5Q16.7 25.2 13.5 33.4Q6.3 29.6 1.3 36M66 2.3Q54.2 11.5 61.2 24.7Q46.2 30.6 46.7 46.7Q30.6 46.2 24.7 61.2Q11.5 54.2 2.3 66M97.9 3.4Q80.5 17.1 90.9 36.7Q68.6 45.4 69.3 69.3Q45.4 68.6 36.7 90.9Q17.1 80.5 3.4 97.9M131.9 4.6Q108.5 23.1 122.4 49.4Q92.5 61.2 93.3 93.3Q61.2 92.5 49.4 122.4Q23.1 108.5 4.6 131.9M167.9 5.9Q138 29.3 155.8 62.9Q117.7 77.9 118.8 118.8Q77.9 117.7 62.9 155.8Q29.3 138 5.9 167.9"
          fill="none"
          stroke="var(--hw-web)"
          strokeWidth="1.1"
        />
      </symbol>
    </svg>
  );
}
