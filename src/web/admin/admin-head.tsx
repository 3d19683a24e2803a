import type { ReactNode } from 'react';

interface AdminHeadProps {
  readonly title: string;
  /** Its line is reserved until it is there. */
  readonly lead: ReactNode;
  /** Beside the title. */
  readonly children?: ReactNode;
}

export function AdminHead({ title, lead, children }: AdminHeadProps) {
  return (
    <div className="ph">
      <div className="flex flex-col gap-1">
        <h1 className="h2">{title}</h1>
        <p className="text-14 text-ink-3 wrap-anywhere">{lead ?? '\u00a0'}</p>
      </div>
      {children}
    </div>
  );
}
