import type { InEachLanguage } from '#contract/site.ts';
import { maxNoticeLength } from '#contract/admin/notices.ts';
import { languages, toEachLanguage } from '#domain/language.ts';
import { TextArea } from './fields.tsx';

const names = new Intl.DisplayNames('en', { type: 'language' });

interface EachLanguageProps {
  readonly value: InEachLanguage;
  readonly onChange: (value: InEachLanguage) => void;
}

/** One line of text in each language of the product. */
export const EachLanguage = ({ value, onChange }: EachLanguageProps) =>
  languages.map((lang) => (
    <TextArea
      key={lang}
      label={names.of(lang) ?? lang}
      lang={lang}
      rows={3}
      maxLength={maxNoticeLength}
      value={value[lang]}
      onChange={(text) => onChange({ ...value, [lang]: text.replaceAll(/\s+/g, ' ') })}
    />
  ));

export const isInEachLanguage = (value: InEachLanguage): boolean =>
  languages.every((lang) => value[lang].trim() !== '');

export const inNoLanguage: InEachLanguage = toEachLanguage(() => '');
