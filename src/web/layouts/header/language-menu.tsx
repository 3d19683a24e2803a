import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Language, languages } from '#domain/language.ts';
import { languageNames } from '#web/language/languages.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { inLanguage } from '#web/paths.ts';
import { noteLanguage } from '#web/session/session-store.ts';
import { writeStored } from '#web/storage/stored.ts';

/** Arrow keys move, Enter selects, Esc closes and restores the focus. */
export function LanguageMenu() {
  const { t, lang } = usePhrases();
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const switchTo = useSwitchLanguage();

  useEffect(() => {
    if (!isOpen) return undefined;
    const items = root.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]');
    items?.[languages.indexOf(lang)]?.focus();
    const closeOutside = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && root.current?.contains(target))) setIsOpen(false);
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [isOpen, lang]);

  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };
  const choose = (next: Language): void => {
    close();
    switchTo(next);
  };

  return (
    <div className="lang relative" ref={root}>
      <button
        ref={button}
        type="button"
        className={`inline-flex items-center gap-1.5 h-10 px-2.5 rounded-sm border text-[length:var(--fs-14)] font-[560] text-ink-1 cursor-pointer ${isOpen ? 'bg-s2 border-(--line-2)' : 'bg-transparent border-transparent'}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={t('common.header.language', languageNames[lang])}
        onClick={() => setIsOpen(!isOpen)}
      >
        {languageNames[lang].code} <ChevronDown className="ic size-4 text-ink-3" />
      </button>
      {isOpen && (
        <div className="menu" role="menu">
          {languages.map((item) => (
            <button
              key={item}
              type="button"
              role="menuitemradio"
              aria-checked={item === lang}
              tabIndex={-1}
              lang={item}
              onClick={() => choose(item)}
              onKeyDown={(event) => moveFocus(event, root.current, close)}
            >
              <span className="w-7 font-(family-name:--font-text) text-[12px]/none font-semibold text-ink-3">
                {languageNames[item].code}
              </span>
              {languageNames[item].name}
              {item === lang && <Check className="ic" />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The same address in another language; for signed-in users it becomes that of mails. */
export function useSwitchLanguage(): (lang: Language) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (lang) => {
    noteLanguage(lang);
    writeStored('language-given', null);
    void navigate(inLanguage(pathname, lang) + search + hash, { replace: true });
  };
}

function moveFocus(event: KeyboardEvent, root: HTMLElement | null, close: () => void): void {
  const items = [...(root?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (event.key === 'Escape' || event.key === 'Tab') close();
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
