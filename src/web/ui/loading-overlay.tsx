import { Loader } from './loader.tsx';
import { useLoading } from './loading.ts';

/** Over the whole page while something that it waits for is on its way; seen only when that takes longer than a blink. */
export function LoadingOverlay({ label }: { label: string }) {
  if (!useLoading()) return null;
  return (
    <div className="loading late">
      <Loader label={label} />
    </div>
  );
}
