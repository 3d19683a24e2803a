import { useEffect, useState } from 'react';

/** Renders again every so many milliseconds. */
export function useTick(milliseconds: number): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
