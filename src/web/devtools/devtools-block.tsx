import disableDevtool from 'disable-devtool';
import { useEffect, useRef, useState } from 'react';
import { usePhrases } from '../language/use-phrases.ts';

/** The specification's times, in milliseconds. */
const checkIntervalMs = 500;
const stopIntervalMs = 5_000;

/**
 * Those of the library's detectors that a zoomed page, a docked panel or a slow machine does not set off: by what a
 * console does with a logged object. (Numbers of its DetectorType, an enum this compiler world cannot read.)
 */
const detectors = [0, 1, 3, 4];

/** Only loaded where the operator has switched it on. While tools are open, a notice; the page lives on below it. */
export function DevtoolsBlock() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    disableDevtool({
      interval: checkIntervalMs,
      stopIntervalTime: stopIntervalMs,
      detectors,
      disableMenu: false,
      clearIntervalWhenDevOpenTrigger: false,
      ondevtoolopen: () => setOpen(true),
      ondevtoolclose: () => setOpen(false),
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
      className="blocked"
      aria-labelledby="devtools-title"
      onCancel={(event) => event.preventDefault()}
    >
      <div className="state">
        <h2 id="devtools-title" tabIndex={-1}>
          {t('shell.devtools.title')}
        </h2>
        <p>{t('shell.devtools.text')}</p>
      </div>
    </dialog>
  );
}
