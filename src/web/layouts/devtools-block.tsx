import disableDevtool from 'disable-devtool';
import { useEffect, useRef, useState } from 'react';
import { usePhrases } from '../language/use-phrases.ts';

const checkIntervalMs = 500;
const stopIntervalMs = 5_000;

/**
 * The library's detectors without false positives for a zoomed page, a docked panel or a slow
 * machine: they rely on what a console does with a logged object. (Values of its DetectorType, an
 * enum that this compiler configuration cannot read.)
 */
const detectors = [0, 1, 3, 4];

/** A notice while developer tools are open, where the operator has enabled it. */
export default function DevtoolsBlock() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (mayUseAssistance((query) => matchMedia(query).matches)) return;
    disableDevtool({
      interval: checkIntervalMs,
      stopIntervalTime: stopIntervalMs,
      detectors,
      disableMenu: false,
      clearIntervalWhenDevOpenTrigger: false,
      ondevtoolopen: () => setIsOpen(true),
      ondevtoolclose: () => setIsOpen(false),
    });
  }, []);
  return isOpen ? <Notice /> : null;
}

function Notice() {
  const { t } = usePhrases();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="size-full max-w-none max-h-none border-0 bg-bg text-ink-2 place-content-center open:grid"
      aria-labelledby="devtools-title"
      onCancel={(event) => event.preventDefault()}
    >
      <div className="state">
        <h2 id="devtools-title" tabIndex={-1}>
          {t('common.devtools.title')}
        </h2>
        <p>{t('common.devtools.text')}</p>
      </div>
    </dialog>
  );
}

/** Media features typical of assistive technology, which itself is not detectable by a page. */
const traces = ['(forced-colors: active)', '(inverted-colors: inverted)', '(prefers-contrast: more)'];

const mayUseAssistance = (matches: (query: string) => boolean): boolean => traces.some(matches);
