import { WifiOff } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Chip } from '#web/ui/chip.tsx';

/** Says that nothing on the page is current; below the header, which strips above may move. */
export const HeaderNotice = ({ text, label }: { text: string; label?: string }) =>
  createPortal(
    <section
      className="connection fixed left-1/2 top-[calc(12px+env(safe-area-inset-top))] z-(--z-toast) [translate:-50%_0] w-max max-w-[calc(100vw-32px)] rounded-full bg-s2 shadow-[var(--e2)] [.hd_&]:absolute [.hd_&]:top-[calc(100%+12px)] phone:left-0 phone:top-0 phone:[translate:none] phone:w-full phone:max-w-none phone:rounded-none phone:[.hd_&]:static"
      aria-label={label}
    >
      <Chip
        className="warn h-auto min-h-7 py-1.25 leading-[1.3] whitespace-normal phone:w-full phone:justify-center phone:border-0 phone:border-b phone:rounded-none"
        icon={WifiOff}
        text={text}
      />
    </section>,
    document.querySelector('.hd') ?? document.body,
  );
