import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function Note({ icon: Icon, children, tone }: { icon: LucideIcon; children: ReactNode; tone?: 'warn' }) {
  return (
    <div className={tone ? `note ${tone}` : 'note'}>
      <Icon className="ic" />
      <span>{children}</span>
    </div>
  );
}
