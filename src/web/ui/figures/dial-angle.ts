/** Degrees above the horizon for a probability in percent: 50 is horizontal, 100 is vertical. */
export const dialAngle = (percent: number): number => (Math.min(100, Math.max(50, percent)) - 50) * 1.8;
