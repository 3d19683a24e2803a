import { LegalPage, legalMeta, prepareLegal } from './legal-page.tsx';

export const meta = legalMeta('privacy-policy');
export const prepare = prepareLegal('privacy-policy');

export default function PrivacyPolicy() {
  return <LegalPage document="privacy-policy" />;
}
