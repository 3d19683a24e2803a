import { LegalPage, legalMeta } from './legal-page.tsx';

export const meta = legalMeta('privacy-policy');

export default function PrivacyPolicy() {
  return <LegalPage document="privacy-policy" />;
}
