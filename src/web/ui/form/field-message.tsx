import { CircleAlert } from 'lucide-react';

export function FieldMessage({ id, text }: { id: string; text: string | undefined }) {
  return (
    <div id={id} aria-live="polite" className={text ? 'msg err' : undefined}>
      {text && (
        <>
          <CircleAlert className="ic" />
          <span>{text}</span>
        </>
      )}
    </div>
  );
}
