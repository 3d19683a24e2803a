import { Loader } from './loader.tsx';

/**
 * Covers the whole page while the next one loads; visible only when that takes longer than a blink
 * (CSS `late`).
 */
export function LoadingOverlay({ label }: { label: string }) {
  return (
    <div className="loading late">
      <Loader label={label} />
    </div>
  );
}
